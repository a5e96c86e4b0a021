// Times prefix sums of arrays in shared memory by the threads of a block (catalogue O4): that of
// paper C (section 6), Blelloch's and the device vendor's, as Google Benchmark reports them.
//
// A time is the device's, between two events, of one sum: each block of the launch makes many, one
// after the other, on its array. Every case is compared with the standard library's sums first.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include "benchmarks/prefix_sum/block_sums.hpp"
#include "harness/cli/exit_status.hpp"
#include "harness/measure/stopwatch.hpp"
#include "harness/runtimes/runtime.hpp"
#include "kernels/numerics/prefix_sum_counts.hpp"

namespace sphlab {
namespace {

/// Sums of a block between two events: the launch is lost among them.
constexpr std::uint32_t repeats_on_device = 1000;
/// On the host executor a barrier takes microseconds.
constexpr std::uint32_t repeats_on_host = 2;
constexpr std::uint32_t shortest_sum = 8;
/// Timed launches of a repetition. Google Benchmark would go on until the times of single sums came
/// to half a second, and each of them takes a launch of many.
constexpr int launches = 20;

constexpr SumAlgorithm algorithms[] = {SumAlgorithm::in_place, SumAlgorithm::blelloch,
                                       SumAlgorithm::vendor};

const char* name_of(SumAlgorithm algorithm) {
  switch (algorithm) {
    case SumAlgorithm::in_place:
      return "in-place";
    case SumAlgorithm::blelloch:
      return "blelloch";
    case SumAlgorithm::vendor:
      return "vendor";
  }
  return "";
}

/// One device with room for the longest sums of a launch.
class Device {
 public:
  explicit Device(Runtime& runtime)
      : runtime_(runtime),
        blocks_(static_cast<std::uint32_t>(std::max(runtime.properties().compute_units, 1))),
        values_(runtime, longest_sum),
        sums_(runtime, std::size_t{blocks_} * longest_sum) {
    std::vector<std::uint32_t> numbers(longest_sum);
    for (std::uint32_t k = 0; k < longest_sum; ++k) numbers[k] = 3 * k + 1;
    values_.upload(numbers);
  }

  std::uint32_t blocks() const { return blocks_; }

  /// Seconds of the launch. Throws DeviceError.
  double run(const SumLaunch& launch) {
    const Stopwatch watch(runtime_);
    watch.start();
    if (const int code = enqueue_sums(launch, values_.data(), sums_.data(), runtime_.stream()))
      throw DeviceError(sum_error_text(code));
    watch.stop();
    runtime_.synchronize();
    return watch.seconds();
  }

  /// Throws Error(verification) where a block's sums are not those of the standard library.
  void verify(SumLaunch launch) {
    launch.repeats = 1;
    sums_.fill_bytes(0xff);
    run(launch);
    const std::vector<std::uint32_t> expected = expected_sums(launch);
    const std::vector<std::uint32_t> sums = sums_.download(launch.blocks * launch.length);
    for (std::size_t k = 0; k < sums.size(); ++k) {
      if (sums[k] == expected[k % launch.length]) continue;
      throw Error(
          ExitCode::verification,
          fmt::format("{} sums {} values with {} threads wrongly: {} in place {} of block {}, "
                      "not {}",
                      name_of(launch.algorithm), launch.length, launch.threads, sums[k],
                      k % launch.length, k / launch.length, expected[k % launch.length]));
    }
  }

 private:
  std::vector<std::uint32_t> expected_sums(const SumLaunch& launch) const {
    std::vector<std::uint32_t> sums = values_.download(launch.length);
    if (launch.algorithm == SumAlgorithm::in_place) {
      std::inclusive_scan(sums.begin(), sums.end(), sums.begin());
    } else {
      std::exclusive_scan(sums.begin(), sums.end(), sums.begin(), 0u);
    }
    return sums;
  }

  Runtime& runtime_;
  std::uint32_t blocks_;
  DeviceBuffer<std::uint32_t> values_;
  DeviceBuffer<std::uint32_t> sums_;
};

/// What the algorithm does, and what paper C counts, section 6; nothing is known of the vendor's.
void count(benchmark::State& state, const SumLaunch& launch) {
  const auto add = [&](const char* name, std::uint32_t value) {
    state.counters[name] = static_cast<double>(value);
  };
  add("block", launch.threads);
  add("blocks", launch.blocks);
  const std::uint32_t n = launch.length;
  if (launch.algorithm == SumAlgorithm::in_place) {
    add("synchronisations", in_place_synchronisations(n));
    add("updates", in_place_updates(n));
    add("synchronisations_of_paper", paper_synchronisations(n));
    add("updates_of_paper", paper_updates(n));
  }
  if (launch.algorithm == SumAlgorithm::blelloch) {
    add("synchronisations", blelloch_synchronisations(n));
    add("updates", blelloch_updates(n));
    add("synchronisations_of_paper", paper_blelloch_synchronisations(n));
  }
}

void measure(benchmark::State& state, Device& device, const SumLaunch& launch) {
  device.run(launch);
  for (auto _ : state) state.SetIterationTime(device.run(launch) / launch.repeats);
  count(state, launch);
}

/// Verifies and registers every case. A warp sums the shortest; larger blocks have work for at
/// least half of their threads.
void register_cases(Device& device, std::uint32_t repeats) {
  for (const SumAlgorithm algorithm : algorithms) {
    for (std::uint32_t length = shortest_sum; length <= longest_sum; length *= 2) {
      for (const std::uint32_t threads : sum_threads) {
        const SumLaunch launch{algorithm, length, threads, device.blocks(), repeats};
        const bool idle = threads > sum_threads[0] && threads > length;
        if (idle || !can_sum(launch)) continue;
        device.verify(launch);
        const std::string name = fmt::format("{}/{}/block:{}", name_of(algorithm), length, threads);
        benchmark::RegisterBenchmark(
            name.c_str(),
            [&device, launch](benchmark::State& state) { measure(state, device, launch); })
            ->UseManualTime()
            ->Iterations(launches)
            ->Unit(benchmark::kNanosecond);
      }
    }
  }
}

void print_help() {
  std::puts(
      "Times prefix sums of 8 to 4096 values in shared memory by the threads of a block, with a\n"
      "block on every multiprocessor: the time of one sum, by the device's events.\n\n"
      "options: those of Google Benchmark, as\n"
      "  --benchmark_filter=REGEX        cases, named algorithm/values/block:threads\n"
      "  --benchmark_repetitions=N       with --benchmark_report_aggregates_only=true\n"
      "  --benchmark_out=FILE            JSON, for `python -m analysis prefix-sums FILE`\n"
      "  --benchmark_list_tests=true\n\n"
      "examples:\n"
      "  prefix-sum-benchmark-cuda --benchmark_filter='/(8|64)/'\n"
      "  prefix-sum-benchmark-cuda --benchmark_out=prefix-sums.json\n\n"
      "exit codes:\n"
      "  0  done, and every sum was right\n"
      "  2  the command line is wrong\n"
      "  4  out of memory\n"
      "  5  there is no device that it can run on\n"
      "  6  a sum was wrong: nothing is timed\n"
      "  7  a kernel failed or the device is gone");
}

void run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv, print_help);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    throw Error(ExitCode::usage, "see --help");
  const RuntimeTable& table = *sphlab_runtime();
  if (const char* reason = table.unusable(); reason != nullptr) {
    throw Error(ExitCode::not_available,
                fmt::format("there is no {} device to run on: {}", table.name, reason));
  }
  Runtime runtime(table, 0);
  Device device(runtime);
  const DeviceProperties properties = runtime.properties();
  benchmark::AddCustomContext("device", properties.name);
  benchmark::AddCustomContext("driver", properties.driver);
  benchmark::AddCustomContext("runtime", table.version);
  register_cases(device, runtime.name() == "host" ? repeats_on_host : repeats_on_device);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}

}  // namespace
}  // namespace sphlab

int main(int argc, char** argv) {
  std::string message;
  const sphlab::ExitCode code = sphlab::exit_status_of([&] { sphlab::run(argc, argv); }, &message);
  if (!message.empty()) fmt::print(stderr, "{}: {}\n", argv[0], message);
  return static_cast<int>(code);
}
