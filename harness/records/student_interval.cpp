#include "harness/records/student_interval.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace sphlab {

MeanInterval student_interval(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  MeanInterval interval;
  for (const double value : values) interval.mean += value / count;
  double variance = 0;
  for (const double value : values)
    variance += (value - interval.mean) * (value - interval.mean) / (count - 1);
  const boost::math::students_t distribution(count - 1);
  interval.half_width = boost::math::quantile(distribution, (1 + student_confidence) / 2) *
                        std::sqrt(variance / count);
  return interval;
}

}  // namespace sphlab
