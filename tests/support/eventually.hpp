// What a busy machine may disturb once, but not each time.
#pragma once

namespace sphlab::test {

/// Whether `holds()` is true at one of many attempts. Where the code is right, a quiet machine
/// needs one; where it is wrong, none succeeds, however busy the machine is.
template <class Condition>
bool eventually(const Condition& holds, int attempts = 100) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (holds()) return true;
  }
  return false;
}

}  // namespace sphlab::test
