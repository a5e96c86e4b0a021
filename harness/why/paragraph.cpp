#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "harness/why/diagnosis.hpp"
#include "harness/why/numbers.hpp"
#include "harness/why/sentence.hpp"

namespace sphlab {
namespace {

/// Of a step: a stage that takes less is not told of in the paragraph.
constexpr double least_share_told = 0.10;

std::string largest_shares(const Diagnosis& diagnosis) {
  std::vector<const StageDiagnosis*> stages;
  for (const StageDiagnosis& stage : diagnosis.stages) {
    if (stage.facts.share) stages.push_back(&stage);
  }
  std::stable_sort(stages.begin(), stages.end(),
                   [](const StageDiagnosis* a, const StageDiagnosis* b) {
                     return *a->facts.share > *b->facts.share;
                   });
  if (stages.size() > 3) stages.resize(3);
  std::vector<std::string> texts;
  for (const StageDiagnosis* stage : stages)
    texts.push_back(fmt::format("{} {}", stage->facts.stage, percent_text(*stage->facts.share)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string time_sentence(const Diagnosis& diagnosis) {
  const VariantFacts& facts = diagnosis.facts;
  if (!facts.step_s) return "";
  const auto particles = static_cast<double>(facts.recorded.head().scenario.particles);
  const std::string shares = largest_shares(diagnosis);
  return sentence(fmt::format("A step takes {}, {} million particles a second{}{}",
                              time_text(*facts.step_s), grouped(particles / *facts.step_s / 1e6),
                              shares.empty() ? "" : ": ", shares));
}

const char* limit_text(const std::string& limit) {
  if (limit == "copy") return "what the memory copies in that time";
  return limit == "fma" ? "the arithmetic" : "what first caches deliver";
}

/// Nothing of launches: they are told where they are what a stage waits for.
std::string reaches_text(const StageFacts& stage) {
  std::vector<std::string> texts;
  for (const Reach& reach : stage.reaches) {
    if (reach.limit != "launch")
      texts.push_back(fmt::format("{} of {}", percent_text(reach.share), limit_text(reach.limit)));
  }
  if (stage.counted_pipe)
    texts.push_back(fmt::format("{} of their turns by its counted requests",
                                percent_text(*stage.counted_pipe)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// What is known nevertheless: no limit is met, and caches serve what the memory could not.
std::string unknown_text(const StageFacts& stage) {
  const std::string begun = fmt::format("what bounds {} is not known: ", stage.stage);
  if (stage.profiled) return begun + "the profile shows no part that is busy enough";
  const std::string reaches = reaches_text(stage);
  if (reaches.empty()) {
    const bool is_declared = stage.work.flops || stage.work.bytes;
    return begun + (is_declared ? "there are no limits to hold its work against"
                                : "it declares no work to hold against a limit");
  }
  constexpr const char* rest = "and nothing tells what else it waits for";
  std::string text = begun + fmt::format("its work takes {}, {}", reaches, rest);
  if (stage.is_over_pairs && stage.of_memory.value_or(0) > 1)
    text += fmt::format("; at least {} of its bytes come from caches",
                        percent_text(1 - 1 / *stage.of_memory));
  return text;
}

std::string bound_text(const StageDiagnosis& stage) {
  const StageFacts& facts = stage.facts;
  if (!facts.call_s) return fmt::format("{} takes less than the timer tells apart", facts.stage);
  if (stage.bound == Bottleneck::unknown) return unknown_text(facts);
  return fmt::format("{} is bound by {}: {}", facts.stage, name_of(stage.bound), stage.evidence);
}

/// The main stage first, then those that take enough, the largest first.
std::vector<const StageDiagnosis*> told_stages(const Diagnosis& diagnosis) {
  std::vector<const StageDiagnosis*> told;
  const StageDiagnosis* main = diagnosis.main_stage();
  if (main == nullptr) return told;
  for (const StageDiagnosis& stage : diagnosis.stages) {
    if (&stage != main && stage.facts.share.value_or(0) >= least_share_told) told.push_back(&stage);
  }
  std::stable_sort(told.begin(), told.end(), [](const StageDiagnosis* a, const StageDiagnosis* b) {
    return *a->facts.share > *b->facts.share;
  });
  told.insert(told.begin(), main);
  return told;
}

/// Remedies, each once, in the order of the remarks.
class Remedies {
 public:
  void add(const Remark& remark) {
    if (remark.remedy.empty() || !known_.insert(remark.remedy).second) return;
    texts_.push_back(remark.remedy);
  }
  std::string text() const {
    if (texts_.empty()) return "";
    return fmt::format("What could change: {}.", fmt::join(texts_, "; "));
  }

 private:
  std::set<std::string> known_;
  std::vector<std::string> texts_;
};

}  // namespace

std::string paragraph_of(const Diagnosis& diagnosis) {
  std::string text = time_sentence(diagnosis);
  Remedies remedies;
  const auto add = [&](const NamedRemark& named) {
    text += sentence(named.remark.text);
    remedies.add(named.remark);
  };
  for (const StageDiagnosis* stage : told_stages(diagnosis)) {
    text += sentence(bound_text(*stage));
    std::for_each(stage->remarks.begin(), stage->remarks.end(), add);
  }
  std::for_each(diagnosis.remarks.begin(), diagnosis.remarks.end(), add);
  text += remedies.text();
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace sphlab
