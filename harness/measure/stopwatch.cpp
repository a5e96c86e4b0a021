#include "harness/measure/stopwatch.hpp"

#include <utility>

namespace sphlab {

std::optional<double> clock_now(const Runtime& runtime) {
  const int mhz = runtime.clock_mhz();
  return mhz > 0 ? std::optional<double>(mhz) : std::nullopt;
}

Stopwatch::Stopwatch(const Runtime& runtime) : runtime_(runtime) {
  runtime_.check(runtime_.table().event_create(&begin_), "create event");
  runtime_.check(runtime_.table().event_create(&end_), "create event");
}

Stopwatch::Stopwatch(Stopwatch&& other) noexcept
    : runtime_(other.runtime_),
      begin_(std::exchange(other.begin_, nullptr)),
      end_(std::exchange(other.end_, nullptr)) {}

Stopwatch::~Stopwatch() {
  if (begin_ != nullptr) runtime_.table().event_destroy(begin_);
  if (end_ != nullptr) runtime_.table().event_destroy(end_);
}

void Stopwatch::start() const {
  runtime_.check(runtime_.table().event_record(begin_), "record event");
}

void Stopwatch::stop() const {
  runtime_.check(runtime_.table().event_record(end_), "record event");
}

double Stopwatch::seconds() const {
  double seconds = 0;
  runtime_.check(runtime_.table().event_seconds(begin_, end_, &seconds), "read event");
  return seconds;
}

}  // namespace sphlab
