#include "harness/why/variant_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/why/numbers.hpp"
#include "harness/why/sentence.hpp"

namespace sphlab {
namespace {

/// A ratio nearer to 1 than this is told as the same.
constexpr double same_within = 0.03;
/// Stages are told of until these shares of the differences of all are explained.
constexpr double explained_share = 0.8;

bool is_same(double ratio) {
  return std::abs(ratio - 1) <= same_within;
}

const StageFacts* find_stage_of(const Diagnosis& diagnosis, const std::string& name) {
  for (const StageDiagnosis& stage : diagnosis.stages) {
    if (stage.facts.stage == name) return &stage.facts;
  }
  return nullptr;
}

std::optional<double> seconds_of(const Diagnosis& diagnosis, const std::string& name) {
  const StageFacts* stage = find_stage_of(diagnosis, name);
  return stage == nullptr ? std::nullopt : stage->step_s();
}

/// The stages of both, those of the second alone right behind the one before them there.
std::vector<std::string> stages_of_both(const Diagnosis& first, const Diagnosis& second) {
  std::vector<std::string> names;
  for (const StageDiagnosis& stage : first.stages) names.push_back(stage.facts.stage);
  auto place = names.begin();
  for (const StageDiagnosis& stage : second.stages) {
    const auto known = std::find(names.begin(), names.end(), stage.facts.stage);
    place = (known == names.end() ? names.insert(place, stage.facts.stage) : known) + 1;
  }
  return names;
}

std::vector<StageDifference> differences_of(const Diagnosis& first, const Diagnosis& second) {
  std::vector<StageDifference> differences;
  for (const std::string& name : stages_of_both(first, second))
    differences.push_back({name, seconds_of(first, name), seconds_of(second, name)});
  return differences;
}

/// Two numbers of a fact that differ, as a clause.
struct FactPair {
  const char* what;
  std::string first;
  std::string second;
};

void add_fact(std::vector<FactPair>& facts, const char* what, const std::string& first,
              const std::string& second) {
  if (!first.empty() && !second.empty() && first != second) facts.push_back({what, first, second});
}

std::string warps_text(const StageFacts& stage) {
  std::string text;
  std::uint32_t least = 0;
  for (const KernelFacts& kernel : stage.kernels) {
    if (!kernel.residency || (!text.empty() && kernel.residency->warps >= least)) continue;
    least = kernel.residency->warps;
    text = fmt::format("{} of {} (limited by {})", least, kernel.residency->most_warps,
                       fmt::join(kernel.residency->limited_by, " and "));
  }
  return text;
}

std::string lanes_text(const StageFacts& stage) {
  if (stage.profiled && stage.profiled->metric("active_lanes"))
    return fmt::format("{:.1f} of 32 (profile)", *stage.profiled->metric("active_lanes"));
  if (stage.counted && stage.counted->lanes_per_run())
    return fmt::format("{:.1f} of 32 (counted)", *stage.counted->lanes_per_run());
  return "";
}

std::string metric_text(const StageFacts& stage, const char* metric) {
  const auto value = stage.profiled ? stage.profiled->metric(metric) : std::nullopt;
  return value ? scaled_text(*value) : "";
}

std::string bytes_a_pair(const StageFacts& stage) {
  if (!stage.work.bytes || stage.looked_at().value_or(0) <= 0) return "";
  return fmt::format("{:.0f}", *stage.work.bytes / *stage.looked_at());
}

std::string pipe_text(const StageFacts& stage) {
  if (!stage.counted || stage.counted->accepted_pairs.value_or(0) <= 0) return "";
  return fmt::format("{:.2f}", stage.counted->pipe_turns() / *stage.counted->accepted_pairs);
}

std::string used_text(const std::optional<double>& used) {
  return used ? percent_text(*used) : "";
}

/// The facts of a stage that differ between two variants. That they differ is known; that they are
/// the cause is not.
std::vector<FactPair> differing_facts(const StageFacts& first, const StageFacts& second) {
  std::vector<FactPair> facts;
  const auto add = [&](const char* what, const auto& text_of) {
    add_fact(facts, what, text_of(first), text_of(second));
  };
  add("warp instructions", [](const StageFacts& s) { return metric_text(s, "warp_instructions"); });
  add("sectors loaded", [](const StageFacts& s) { return metric_text(s, "global_load_sectors"); });
  add("sectors stored", [](const StageFacts& s) { return metric_text(s, "global_store_sectors"); });
  add("lanes that work", lanes_text);
  add("warps of a multiprocessor", warps_text);
  if (first.work.candidate_pairs.has_value() == second.work.candidate_pairs.has_value())
    add("declared bytes a pair", bytes_a_pair);
  add("turns of first cache and shared memory a pair in reach (counted)", pipe_text);
  add("use of the sectors that loads touch (counted)", [](const StageFacts& s) {
    return s.counted ? used_text(s.counted->loads.used()) : std::string();
  });
  add("use of the sectors that stores touch (counted)", [](const StageFacts& s) {
    return s.counted ? used_text(s.counted->stores.used()) : std::string();
  });
  return facts;
}

std::string facts_text(const StageFacts& first, const StageFacts& second) {
  std::vector<std::string> texts;
  for (const FactPair& fact : differing_facts(first, second))
    texts.push_back(fmt::format("{} {} against {}", fact.what, fact.second, fact.first));
  if (texts.empty()) return "nothing else is recorded that tells them apart";
  return fmt::format("what differs besides, B against A: {}", fmt::join(texts, ", "));
}

/// "370 M candidates", "60.3 M pairs of its list".
std::string looked_at_text(const StageFacts& stage) {
  return fmt::format("{} {}", scaled_text(*stage.looked_at()),
                     stage.work.candidate_pairs ? "candidates" : "pairs of its list");
}

/// "2.5 times as long", or of a ratio below 1 "2.5 times as fast".
std::string duration_text_of(double ratio) {
  return ratio >= 1 ? fmt::format("{} times as long", ratio_text(ratio))
                    : fmt::format("{} times as fast", ratio_text(1 / ratio));
}

/// How much of the ratio of two times is work, and how much the rate at which it is done.
std::string work_text(const StageFacts& first, const StageFacts& second) {
  const auto of_first = first.looked_at();
  const auto of_second = second.looked_at();
  if (!first.is_over_pairs || of_first.value_or(0) <= 0 || of_second.value_or(0) <= 0) return "";
  const double work = (*of_second * second.calls_per_step) / (*of_first * first.calls_per_step);
  const double rate = (*of_second / *second.call_s) / (*of_first / *first.call_s);
  if (is_same(work))
    return fmt::format("the work is the same, {} a call, at {} times the rate; ",
                       looked_at_text(first), ratio_text(rate));
  return fmt::format(
      "{} looks at {} times as many pairs in a step (B at {} a call, A at {}), and B "
      "does that at {} times the rate of A; ",
      work > 1 ? "B" : "A", ratio_text(std::max(work, 1 / work)), looked_at_text(second),
      looked_at_text(first), ratio_text(rate));
}

std::string calls_text(const StageFacts& first, const StageFacts& second) {
  if (is_same(second.calls_per_step / first.calls_per_step)) return "";
  return fmt::format("it runs {:.3g} times a step in place of {:.3g}; ", second.calls_per_step,
                     first.calls_per_step);
}

/// Of a stage that one of the two alone spends time in.
std::string one_sided_text(const StageDifference& stage, const Diagnosis& first,
                           const Diagnosis& second) {
  const bool is_of_first = stage.first_s.has_value();
  const char* const its_own = is_of_first ? "A" : "B";
  const char* const other = is_of_first ? "B" : "A";
  const bool is_absent = find_stage_of(is_of_first ? second : first, stage.stage) == nullptr;
  return fmt::format("{} takes {} of a step of {}, and {} {}", stage.stage,
                     time_text(is_of_first ? *stage.first_s : *stage.second_s), its_own, other,
                     is_absent ? "has none" : "has no time of it");
}

std::string stage_text(const StageDifference& stage, const Diagnosis& first,
                       const Diagnosis& second) {
  if (!stage.first_s || !stage.second_s) return one_sided_text(stage, first, second);
  const StageFacts& of_first = *find_stage_of(first, stage.stage);
  const StageFacts& of_second = *find_stage_of(second, stage.stage);
  return fmt::format("{} takes {} of a step of A and {} of one of B, {}: {}{}{}", stage.stage,
                     time_text(*stage.first_s), time_text(*stage.second_s),
                     duration_text_of(*stage.second_s / *stage.first_s),
                     calls_text(of_first, of_second), work_text(of_first, of_second),
                     facts_text(of_first, of_second));
}

/// The stages that differ most, until enough of all differences is told.
std::vector<StageDifference> deciding(std::vector<StageDifference> stages) {
  double all = 0;
  for (const StageDifference& stage : stages) all += std::abs(stage.difference());
  std::stable_sort(stages.begin(), stages.end(),
                   [](const StageDifference& a, const StageDifference& b) {
                     return std::abs(a.difference()) > std::abs(b.difference());
                   });
  double told = 0;
  std::size_t count = 0;
  for (; count < stages.size() && told < explained_share * all; ++count)
    told += std::abs(stages[count].difference());
  stages.resize(count);
  return stages;
}

std::string steps_text(const VariantComparison& comparison, const Diagnosis& first,
                       const Diagnosis& second) {
  if (!comparison.ratio)
    return "the whole step of one of them has no recorded time, so that stages alone are compared";
  const std::string times =
      fmt::format("a step takes {} by A and {} by B", time_text(*first.facts.step_s),
                  time_text(*second.facts.step_s));
  if (comparison.is_within_spread)
    return times + ", which is no difference: samples of one spread by more";
  return fmt::format("{}, {}", times, duration_text_of(*comparison.ratio));
}

double spread_of(const Diagnosis& diagnosis) {
  return diagnosis.facts.recorded.step->summary.relative_spread.value_or(0);
}

void compare_steps(VariantComparison& comparison, const Diagnosis& first, const Diagnosis& second) {
  if (!first.facts.step_s || !second.facts.step_s) return;
  comparison.ratio = *second.facts.step_s / *first.facts.step_s;
  comparison.is_within_spread =
      std::abs(*comparison.ratio - 1) < std::max(spread_of(first), spread_of(second));
}

std::vector<std::string> caveats_of(const Record& first, const Record& second) {
  std::vector<std::string> caveats;
  const auto differ = [&](const char* what, const std::string& a, const std::string& b) {
    if (a != b) caveats.push_back(fmt::format("{}: {} and {}", what, a, b));
  };
  differ("by different toolchains", first.toolchain.name, second.toolchain.name);
  differ("of different revisions", first.code.revision.value_or("unknown").substr(0, 8),
         second.code.revision.value_or("unknown").substr(0, 8));
  differ("of different suites", first.suite, second.suite);
  return caveats;
}

/// The parameters of a scenario, without what is of the list's life: "a=1, b=2".
std::string parameters_text(const Record& record) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : record.scenario.parameters) {
    if (name != "rebuild_interval") texts.push_back(fmt::format("{}={}", name, value));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

VariantComparison compare_variants(const Diagnosis& first, const Diagnosis& second) {
  VariantComparison comparison;
  compare_steps(comparison, first, second);
  comparison.stages = differences_of(first, second);
  comparison.paragraph = sentence(steps_text(comparison, first, second));
  for (const StageDifference& stage : deciding(comparison.stages))
    comparison.paragraph += sentence(stage_text(stage, first, second));
  while (comparison.paragraph.ends_with(' ')) comparison.paragraph.pop_back();
  comparison.caveats = caveats_of(first.facts.recorded.head(), second.facts.recorded.head());
  return comparison;
}

std::string incomparable(const RecordedVariant& first, const RecordedVariant& second) {
  const Record& a = first.head();
  const Record& b = second.head();
  const auto differ = [](const char* what, const std::string& x, const std::string& y) {
    return x == y ? std::string() : fmt::format("{} {} and {}", what, x, y);
  };
  const std::string texts[] = {
      differ("device", a.device.name, b.device.name),
      differ("scenario", a.scenario.name, b.scenario.name),
      differ("physics", a.physics, b.physics),
      differ("parameters", parameters_text(a), parameters_text(b)),
      differ("state", a.scenario.state.label, b.scenario.state.label),
      differ("particles", grouped(static_cast<double>(a.scenario.particles)),
             grouped(static_cast<double>(b.scenario.particles)))};
  for (const std::string& text : texts) {
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace sphlab
