// Adds up the wall time of parts of a measurement.
#pragma once

#include <chrono>

namespace sphlab {

/// Adds the seconds from its construction to its end to a sum, or to two.
class Timed {
 public:
  explicit Timed(double& sum, double* other = nullptr) : sum_(sum), other_(other) {}
  ~Timed() {
    const std::chrono::duration<double> lived = std::chrono::steady_clock::now() - begin_;
    sum_ += lived.count();
    if (other_ != nullptr) *other_ += lived.count();
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double& sum_;
  double* other_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace sphlab
