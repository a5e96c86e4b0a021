#include <fmt/format.h>

#include <array>
#include <cmath>

#include "harness/why/numbers.hpp"
#include "harness/why/rules.hpp"

namespace sphlab {
namespace {

using SaidOfVariant = std::optional<Remark>;

std::string missed_text(const Record::ListLife& life) {
  if (!life.missed_pairs) return "";
  return fmt::format("; as it is, {} of the pairs are missed before a rebuild",
                     percent_text(*life.missed_pairs));
}

SaidOfVariant costly_rebuilds(const VariantFacts& variant) {
  if (!variant.rebuild_share || *variant.rebuild_share < high_rebuild_share) return std::nullopt;
  const auto& life = variant.recorded.head().list_life;
  const double rebuilds = life ? life->rebuilds_per_step.value_or(0) : 0;
  if (rebuilds <= 0) return std::nullopt;
  return Remark{
      fmt::format("what runs with a rebuild takes {} of the step, at one rebuild in {:.4g} steps",
                  percent_text(*variant.rebuild_share), 1 / rebuilds),
      fmt::format("half as many rebuilds would save up to {} of the step, where the skin of the "
                  "list or cells allows them ('sphlab run --life'){}",
                  percent_text(*variant.rebuild_share / 2), missed_text(*life))};
}

SaidOfVariant roomy_list(const VariantFacts& variant) {
  if (!variant.list || variant.list->used.value_or(1) >= low_list_use) return std::nullopt;
  return Remark{fmt::format("{} of the list's {} MB are neighbours in reach, the rest is room",
                            percent_text(*variant.list->used),
                            grouped(static_cast<double>(variant.list->bytes) / 1e6)),
                ""};
}

SaidOfVariant gaps(const VariantFacts& variant) {
  if (!variant.recorded.step) return std::nullopt;
  const auto rest = variant.recorded.step->summary.unexplained_fraction;
  if (!rest || std::abs(*rest) < high_gap) return std::nullopt;
  if (*rest < 0) {
    return Remark{fmt::format("the stages, measured apart, add up to {} more than the step",
                              percent_text(-*rest)),
                  ""};
  }
  return Remark{fmt::format("{} of the step are gaps between stages", percent_text(*rest)),
                "fewer and longer kernels would leave fewer gaps"};
}

SaidOfVariant small_problem(const VariantFacts& variant) {
  if (!variant.fills || *variant.fills >= 1) return std::nullopt;
  const auto particles = static_cast<double>(variant.recorded.head().scenario.particles);
  return Remark{
      fmt::format("{} particles are {} of the threads that the device holds at once, so that a "
                  "thread a particle leaves it part empty",
                  grouped(particles), percent_text(*variant.fills)),
      "more particles would cost less than their share"};
}

SaidOfVariant slow_clock(const VariantFacts& variant) {
  if (!variant.relative_clock || *variant.relative_clock >= low_clock) return std::nullopt;
  return Remark{fmt::format("the clock was at {} of the device's highest",
                            percent_text(*variant.relative_clock)),
                ""};
}

constexpr std::array rules_of_variants = {
    VariantRule{"costly-rebuilds", costly_rebuilds}, VariantRule{"roomy-list", roomy_list},
    VariantRule{"gaps", gaps}, VariantRule{"small-problem", small_problem},
    VariantRule{"slow-clock", slow_clock}};

}  // namespace

std::span<const VariantRule> variant_rules() {
  return rules_of_variants;
}

}  // namespace sphlab
