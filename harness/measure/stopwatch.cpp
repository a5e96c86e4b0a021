#include "harness/measure/stopwatch.hpp"

#include <utility>

namespace sphlab {

std::optional<double> clock_now(const Runtime& runtime) {
  const int mhz = runtime.clock_mhz();
  return mhz > 0 ? std::optional<double>(mhz) : std::nullopt;
}

Stopwatch::Stopwatch(const Runtime& runtime) : runtime_(runtime) {
  runtime_.call(&RuntimeTable::event_create, "create event", &begin_);
  runtime_.call(&RuntimeTable::event_create, "create event", &end_);
}

Stopwatch::Stopwatch(Stopwatch&& other) noexcept
    : runtime_(other.runtime_),
      begin_(std::exchange(other.begin_, nullptr)),
      end_(std::exchange(other.end_, nullptr)) {}

Stopwatch::~Stopwatch() {
  if (begin_ != nullptr) runtime_.call_unchecked(&RuntimeTable::event_destroy, begin_);
  if (end_ != nullptr) runtime_.call_unchecked(&RuntimeTable::event_destroy, end_);
}

void Stopwatch::start() const {
  runtime_.call(&RuntimeTable::event_record, "record event", begin_);
}

void Stopwatch::stop() const {
  runtime_.call(&RuntimeTable::event_record, "record event", end_);
}

double Stopwatch::seconds() const {
  double seconds = 0;
  runtime_.call(&RuntimeTable::event_seconds, "read event", begin_, end_, &seconds);
  return seconds;
}

}  // namespace sphlab
