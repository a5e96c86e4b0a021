// The kernels that make it of a state.
#include "kernels/storage/source_record.cuh"

namespace sphlab {

__global__ void source_record_measure(PairArguments a, SourceRecord record, SourcePeriod period,
                                      bool is_rebuild) {
  if (is_rebuild && target_of_thread(a) == 0) {
    period.built_time = a.clock->time;
    record.head->layout = SourceLayout::number;
    record.head->held = period;
  }
  measure_state<SourceLayout>(a, record, period);
}

__global__ void source_record_mend(PairArguments a, SourceRecord record) {
  mend_words<SourceLayout>(a, record);
}

}  // namespace sphlab
