#include "harness/runtimes/openmp_environment.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include "harness/error.hpp"
#include "harness/runtimes/processor_quota.hpp"

namespace sphlab {
namespace {

/// Without any of the variables, and with those of before when it ends.
class OpenMpEnvironment : public testing::Test {
 protected:
  OpenMpEnvironment() {
    for (const char* name : names) {
      const char* value = std::getenv(name);
      before_[name] = value == nullptr ? std::nullopt : std::optional<std::string>(value);
      unsetenv(name);
    }
  }
  ~OpenMpEnvironment() override {
    for (const auto& [name, value] : before_)
      value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
  }

  static constexpr const char* names[] = {"OMP_NUM_THREADS", "OMP_DYNAMIC",    "OMP_PROC_BIND",
                                          "OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"};

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

TEST_F(OpenMpEnvironment, IsCompletedOnce) {
  EXPECT_TRUE(complete_openmp_environment());
  EXPECT_FALSE(complete_openmp_environment()) << "or a process would start again for ever";
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  const auto quota = processor_quota();
  const int threads = quota
                          ? std::clamp(static_cast<int>(quota->processors), 1, CPU_COUNT(&allowed))
                          : CPU_COUNT(&allowed);
  EXPECT_EQ(openmp_environment(),
            "OMP_DYNAMIC=false "
            "OMP_NUM_THREADS=" +
                std::to_string(threads) + " OMP_PROC_BIND=false OMP_WAIT_POLICY=passive");
}

TEST_F(OpenMpEnvironment, NoNumberOfThreadsIsAnError) {
  for (const char* value : {"0", "-1", "two", "", "2x", "2,", "2,0", "99999999999"}) {
    SCOPED_TRACE(value);
    setenv("OMP_NUM_THREADS", value, 1);
    try {
      complete_openmp_environment();
      ADD_FAILURE() << "taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ExitCode::usage);
      const std::string text = error.what();
      EXPECT_NE(text.find("OMP_NUM_THREADS is '" + std::string(value) + "'"), std::string::npos);
      EXPECT_NE(text.find("unset it"), std::string::npos);
    }
  }
  for (const char* value : {"1", " 8 ", "4,2"}) {
    setenv("OMP_NUM_THREADS", value, 1);
    EXPECT_NO_THROW(complete_openmp_environment()) << value;
  }
}

TEST_F(OpenMpEnvironment, KeepsWhatTheUserHasSet) {
  setenv("OMP_NUM_THREADS", "7", 1);
  setenv("OMP_WAIT_POLICY", "active", 1);
  EXPECT_TRUE(complete_openmp_environment());
  EXPECT_STREQ(std::getenv("OMP_NUM_THREADS"), "7");
  EXPECT_STREQ(std::getenv("OMP_WAIT_POLICY"), "active");
  EXPECT_STREQ(std::getenv("OMP_PROC_BIND"), "false");
  EXPECT_EQ(std::getenv("KMP_BLOCKTIME"), nullptr) << "it would have the last word";
}

TEST_F(OpenMpEnvironment, IsTextWhateverIsInIt) {
  setenv("OMP_NUM_THREADS", "2\xff\n", 1);
  EXPECT_EQ(openmp_environment(), "OMP_NUM_THREADS=2??");
}

TEST_F(OpenMpEnvironment, NamesTheProcessorsThatThisProcessMayUse) {
  EXPECT_FALSE(allowed_processors().empty());
  EXPECT_EQ(allowed_processors().find_first_not_of("0123456789,-"), std::string::npos)
      << allowed_processors();
}

}  // namespace
}  // namespace sphlab
