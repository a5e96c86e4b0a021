// The error of strategies that cannot serve a case, and say so.
#pragma once

#include <stdexcept>

namespace sphlab {

/// A strategy cannot run on the particles at hand with its tuning on this device. Nothing is
/// broken: another tuning may do.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sphlab
