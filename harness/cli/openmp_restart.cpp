#include "harness/cli/openmp_restart.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "harness/error.hpp"
#include "harness/runtimes/openmp_environment.hpp"

namespace sphlab {
namespace {

/// The words of this process's command line.
std::vector<std::string> own_words() {
  std::vector<std::string> words;
  std::ifstream stream("/proc/self/cmdline");
  for (std::string word; std::getline(stream, word, '\0');) words.push_back(word);
  return words;
}

}  // namespace

void require_openmp_environment(const std::string& runtime) {
  if (runtime != "host" || !complete_openmp_environment()) return;
  std::vector<std::string> words = own_words();
  std::vector<char*> raw;
  for (std::string& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  if (!words.empty()) execv("/proc/self/exe", raw.data());
  throw Error(ExitCode::failure,
              fmt::format("cannot start again with the settings of OpenMP that measurements on the "
                          "host need ({}); set these variables yourself: {}",
                          std::strerror(errno), openmp_environment()));
}

}  // namespace sphlab
