// A test of each runtime: the host's always, a device's where its library and a device are.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "harness/runtimes/runtime.hpp"

namespace sphlab {

/// Opens the first device of the runtime that the parameter names; skips where there is none.
class OpenedRuntime : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::vector<std::string> problems;
    for (const RuntimeTable* table : load_runtimes({SPHLAB_BINARY_DIR "/lib"}, &problems)) {
      if (table->name == std::string(GetParam())) runtime_ = std::make_unique<Runtime>(*table, 0);
    }
    if (runtime_ == nullptr) {
      GTEST_SKIP() << (problems.empty() ? "its library is not in " SPHLAB_BINARY_DIR "/lib"
                                        : problems.front());
    }
  }

  Runtime& runtime() { return *runtime_; }

 private:
  std::unique_ptr<Runtime> runtime_;
};

}  // namespace sphlab
