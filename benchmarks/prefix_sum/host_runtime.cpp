// The runtime of the benchmark on the host executor; those of devices bring their own.
#include "harness/runtimes/runtime.hpp"

extern "C" const sphlab::RuntimeTable* sphlab_runtime() {
  return &sphlab::host_runtime();
}
