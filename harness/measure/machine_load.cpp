#include "harness/measure/machine_load.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace sphlab {
namespace {

namespace fs = std::filesystem;

std::optional<double> load_average() {
  double average = 0;
  if (getloadavg(&average, 1) != 1) return std::nullopt;
  return std::round(average * 100) / 100;  // as many digits as the kernel has
}

/// The largest growth since `before`, over `elapsed` seconds. A number that is new began at 0.
std::optional<double> largest_share(const std::map<long, double>& before,
                                    const std::map<long, double>& after, double elapsed) {
  if (after.empty() || elapsed <= 0) return std::nullopt;
  double largest = 0;
  for (const auto& [number, seconds] : after) {
    const auto found = before.find(number);
    largest = std::max(largest, seconds - (found == before.end() ? 0 : found->second));
  }
  return std::round(largest / elapsed * 1e4) / 1e4;
}

}  // namespace

LoadWatch::LoadWatch()
    : waits_(waits_of_threads()),
      stolen_(stolen_from_processors()),
      begin_(std::chrono::steady_clock::now()) {}

void LoadWatch::end(std::uint64_t block, Record::Load& load) const {
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  load.block.push_back(block);
  load.average.push_back(load_average());
  load.waited.push_back(largest_share(waits_, waits_of_threads(), elapsed));
  load.stolen.push_back(largest_share(stolen_, stolen_from_processors(), elapsed));
}

LoadWatch::Seconds LoadWatch::waits_of_threads() {
  Seconds waits;
  std::error_code failure;
  for (const auto& thread : fs::directory_iterator("/proc/self/task", failure)) {
    // nanoseconds on a processor, nanoseconds ready and without one, and how often
    std::ifstream schedule(thread.path() / "schedstat");
    unsigned long long running = 0;
    unsigned long long waiting = 0;
    if (schedule >> running >> waiting)
      waits[std::atol(thread.path().filename().c_str())] = 1e-9 * static_cast<double>(waiting);
  }
  return waits;
}

LoadWatch::Seconds LoadWatch::stolen_from_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {};
  Seconds stolen;
  const auto ticks_per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  std::ifstream stat("/proc/stat");
  for (std::string line; std::getline(stat, line) && line.starts_with("cpu");) {
    unsigned processor = 0;
    unsigned long long ticks = 0;
    // user, nice, system, idle, iowait, irq, softirq, and then what was stolen
    if (std::sscanf(line.c_str(), "cpu%u %*u %*u %*u %*u %*u %*u %*u %llu", &processor, &ticks) ==
            2 &&
        processor < CPU_SETSIZE && CPU_ISSET(processor, &allowed))
      stolen[processor] = static_cast<double>(ticks) / ticks_per_second;
  }
  return stolen;
}

void with_load(const Runtime& runtime, const System& system, std::uint64_t block,
               Record::Load& load, const std::function<void()>& measure) {
  if (!runtime.is_host() && !system.schedule().is_split()) return measure();
  const LoadWatch watch;
  measure();
  watch.end(block, load);
}

}  // namespace sphlab
