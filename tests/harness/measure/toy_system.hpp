// A system that is no SPH: numbers that are stirred and decay.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/stepping/captured_cycles.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/stepping/system.hpp"

namespace sphlab::test {

/// Two stages on the host: a rebuild sorts what a step scales, `steps` times a cycle. Counts what
/// it is asked for. What runs and marks a cycle is what does it for a simulation.
class ToySystem : public System, public Cycle {
 public:
  explicit ToySystem(Runtime& runtime) : Cycle(runtime), schedule_("the toy", items(), {}) {}

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
  void require_sound() const override {
    if (numbers.empty()) throw std::runtime_error("nothing is left");
  }
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
    numbers.assign(1000, 1.0);
    rebuilds = 0;
    ++restored;
  }

  static constexpr std::uint32_t steps = 3;
  std::vector<double> numbers = std::vector<double>(1000, 1.0);
  std::vector<std::size_t> gaps;
  std::uint32_t chunk = 2;
  std::uint64_t rebuilds = 0, cycles_run = 0, cycles_instrumented = 0, restored = 0;

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
                                       item("decay", Phase::step, [this](void*) {
                                         for (double& number : numbers) number *= 0.999;
                                       })};
    items[0].makes = {"order"};
    items[1].needs = {"order"};
    return items;
  }

  void stir() {
    std::sort(numbers.rbegin(), numbers.rend());
    ++rebuilds;
  }

  Schedule schedule_;
  CapturedCycles cycles_{runtime_, *this};
  int copy_ = 0;
};

}  // namespace sphlab::test
