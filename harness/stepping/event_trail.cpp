#include "harness/stepping/event_trail.hpp"

namespace sphlab {

void no_marks(const char*) {}

EventTrail::~EventTrail() {
  for (void* event : events_) runtime_.call_unchecked(&RuntimeTable::event_destroy, event);
}

void EventTrail::mark(const char* stage) {
  void* event = nullptr;
  runtime_.call(&RuntimeTable::event_create, "create event", &event);
  events_.push_back(event);
  runtime_.call(&RuntimeTable::event_record, "record event", event);
  if (stage != nullptr) stages_.emplace_back(stage);
}

std::vector<StageSample> EventTrail::samples() const {
  std::vector<StageSample> result;
  for (std::size_t k = 0; k < stages_.size(); ++k) {
    double seconds = 0;
    runtime_.call(&RuntimeTable::event_seconds, "read event", events_[k], events_[k + 1], &seconds);
    result.push_back({stages_[k], seconds});
  }
  return result;
}

}  // namespace sphlab
