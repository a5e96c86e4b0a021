// A system that is no SPH: numbers that are stirred and decay.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/stepping/captured_cycles.hpp"
#include "harness/stepping/divergence.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/stepping/system.hpp"

namespace sphlab::test {

/// Two stages on the host: a rebuild sorts what a step scales, `steps` times a cycle. Counts what
/// it is asked for. What runs and marks a cycle is what does it for a simulation.
class ToySystem : public SortedSystem, public Cycle {
 public:
  explicit ToySystem(Runtime& runtime) : Cycle(runtime), schedule_("the toy", items(), {}) {
    restore();
    restored = 0;
  }

  const Schedule& schedule() const override { return schedule_; }
  std::uint32_t steps_per_cycle() const override { return steps; }
  void run_cycles(std::uint64_t cycles) override {
    for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) cycles_.run();
    cycles_run += cycles;
  }
  std::vector<StageSample> instrumented_cycle() override {
    ++cycles_instrumented;
    return cycles_.run_instrumented();
  }
  void marked_cycle(const StageMarker& mark) override { run(mark); }
  double mark_cost() override { return 1e-9; }
  void rebuild() override { Cycle::rebuild(no_marks); }
  void evaluate() override {}
  void relocate(std::size_t gap) override { gaps.push_back(gap); }
  RunCounts counts() const override { return {rebuilds, {}}; }
  RunClock clock() const override { return {time, dt, steps_done}; }
  void measure_preparations() override { ++preparations_measured; }
  RunClock require_going() const override {
    if (steps_done > most_steps) throw Diverged("too many steps");
    return clock();
  }
  void require_sound() const override {
    require_going();
    if (numbers.empty()) throw std::runtime_error("nothing is left");
  }
  MemoryOrder memory_order() const override {
    MemoryOrder order;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      order.identities.push_back(numbers[i].identity);
      if (i > 0) order.distance += std::abs(numbers[i].value - numbers[i - 1].value);
    }
    return order;
  }
  bool has_even_cycles() const override { return true; }
  std::map<std::string, std::map<std::string, std::uint32_t>> tuning() const override {
    return {{"decay", {{"chunk", chunk}}}};
  }
  std::vector<TuningParameter> tuning_parameters(const std::string& stage) const override {
    static constexpr std::uint32_t chunks[] = {1, 2, 3};
    if (stage != "decay") return {};
    return {{.name = "chunk", .values = chunks, .value_count = 3, .default_value = 2}};
  }
  std::vector<std::string> tuned_together(const std::string& stage) const override {
    return {stage};
  }
  void retune(const std::string&, const std::map<std::string, std::uint32_t>& tuning) override {
    chunk = tuning.contains("chunk") ? tuning.at("chunk") : 2;
    if (chunk == 3) throw Refused("three do not fit");
  }
  const std::uint32_t* demanded() const override { return nullptr; }
  int& copy() override { return copy_; }
  void run_small_kernel() const override {}

  /// Begins as it was made.
  void restore() {
    numbers.resize(1000);
    for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = {1.0 + i * 7 % 1000, i};
    rebuilds = steps_done = 0;
    time = 0;
    ++restored;
  }

  static constexpr std::uint32_t steps = 3;
  struct Number {
    double value;
    std::uint32_t identity;
  };
  std::vector<Number> numbers;
  double decay = 0.999;                    ///< of a step
  double time = 0, dt = 0.25, growth = 1;  ///< [s], [s], of the time step by each
  std::vector<std::size_t> gaps;
  std::uint32_t chunk = 2;
  std::uint64_t rebuilds = 0, cycles_run = 0, cycles_instrumented = 0, restored = 0;
  std::uint64_t steps_done = 0, most_steps = ~std::uint64_t{0}, preparations_measured = 0;

 private:
  ScheduleItem item(const char* name, Phase phase, std::function<void(void*)> work) const {
    return {.name = name,
            .timed_as = name,
            .phase = phase,
            .times = phase == Phase::rebuild ? 1 : static_cast<int>(steps),
            .on = &runtime_,
            .is_awaited = false,
            .choices = {{name, "plain"}},
            .needs = {},
            .makes = {},
            .enqueue = work,
            .enqueue_alone = work};
  }

  std::vector<ScheduleItem> items() {
    std::vector<ScheduleItem> items = {item("stir", Phase::rebuild, [this](void*) { stir(); }),
                                       item("decay", Phase::step, [this](void*) { step(); })};
    items[0].makes = {"order"};
    items[1].needs = {"order"};
    return items;
  }

  void stir() {
    std::stable_sort(numbers.begin(), numbers.end(),
                     [](const Number& a, const Number& b) { return a.value > b.value; });
    ++rebuilds;
  }

  void step() {
    for (Number& number : numbers) number.value *= decay;
    time += dt;
    dt *= growth;
    ++steps_done;
  }

  Schedule schedule_;
  CapturedCycles cycles_{runtime_, *this};
  int copy_ = 0;
};

}  // namespace sphlab::test
