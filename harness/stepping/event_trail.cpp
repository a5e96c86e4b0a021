#include "harness/stepping/event_trail.hpp"

namespace sphlab {

void no_marks(const char*) {}

EventTrail::~EventTrail() {
  for (void* event : events_) runtime_.table().event_destroy(event);
}

void EventTrail::mark(const char* stage) {
  void* event = nullptr;
  runtime_.check(runtime_.table().event_create(&event), "create event");
  events_.push_back(event);
  runtime_.check(runtime_.table().event_record(event), "record event");
  if (stage != nullptr) stages_.emplace_back(stage);
}

std::vector<StageSample> EventTrail::samples() const {
  std::vector<StageSample> result;
  for (std::size_t k = 0; k < stages_.size(); ++k) {
    double seconds = 0;
    runtime_.check(runtime_.table().event_seconds(events_[k], events_[k + 1], &seconds),
                   "read event");
    result.push_back({stages_[k], seconds});
  }
  return result;
}

}  // namespace sphlab
