// What the rules say of a variant.
#pragma once

#include <string>
#include <vector>

#include "harness/why/facts.hpp"
#include "harness/why/rules.hpp"

namespace sphlab {

/// A remark, and the rule that made it.
struct NamedRemark {
  std::string rule;
  Remark remark;
};

/// What one stage is bound by, and what is worth saying of it.
struct StageDiagnosis {
  StageFacts facts;
  Bottleneck bound = Bottleneck::unknown;
  std::string rule;      ///< that decided; "" where none did
  std::string evidence;  ///< the number that says so; "" likewise
  std::vector<NamedRemark> remarks;
};

struct Diagnosis {
  VariantFacts facts;
  std::vector<StageDiagnosis> stages;  ///< in the order of execution
  std::vector<NamedRemark> remarks;    ///< of the variant as a whole

  /// The stage that takes most of a step; nullptr where no time is known.
  const StageDiagnosis* main_stage() const;
};

/// Asks all rules.
Diagnosis diagnose(const VariantFacts& facts);

/// One paragraph that a person understands: where the time of a step goes, what its largest stage
/// is bound by, what else is worth knowing, and what could be changed. Without line ends.
std::string paragraph_of(const Diagnosis& diagnosis);

/// What the facts lack, a sentence each with the command that brings it.
std::vector<std::string> absent_facts(const Diagnosis& diagnosis);

}  // namespace sphlab
