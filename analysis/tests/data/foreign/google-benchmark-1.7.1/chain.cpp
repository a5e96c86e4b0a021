// What wrote the files of Google Benchmark beside it: chains of dependent multiply-adds.
#include <benchmark/benchmark.h>

#ifndef LENGTH
#define LENGTH 1000
#endif

static double chain(int length) {
  double x = 1.0;
  for (int i = 0; i < length; ++i) benchmark::DoNotOptimize(x = x * 0.999 + 0.001);
  return x;
}

static void steady(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(chain(static_cast<int>(state.range(0))));
}
BENCHMARK(steady)->Arg(1000)->Arg(4000);

static void changed(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(chain(LENGTH));
}
BENCHMARK(changed)->Unit(benchmark::kMicrosecond);

static void by_hand(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(chain(10));
    state.SetIterationTime(2e-6);
  }
}
BENCHMARK(by_hand)->UseManualTime()->Iterations(100);

static void no_device(benchmark::State& state) {
  state.SkipWithError("no such device");
  for (auto _ : state) {
  }
}
BENCHMARK(no_device);

BENCHMARK_MAIN();
