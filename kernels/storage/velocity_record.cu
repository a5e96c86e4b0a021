// The kernels that make it of a state.
#include "kernels/storage/velocity_record.cuh"

namespace sphlab {

__global__ void velocity_record_measure(PairArguments a, VelocityRecord record) {
  measure_state<VelocityLayout>(a, record, {});
}

__global__ void velocity_record_mend(PairArguments a, VelocityRecord record) {
  mend_words<VelocityLayout>(a, record);
}

__global__ void velocity_record_mend_and_open(PairArguments a, VelocityRecord record) {
  open_next_state<VelocityLayout>(record);
  mend_words<VelocityLayout>(a, record);
}

}  // namespace sphlab
