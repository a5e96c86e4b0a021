// Results of `sphlab verify` for one variant by one toolchain on one scenario.
//
// The members mirror verification.schema.json beside this file, name by name, where their meaning
// is told. An empty optional is null in the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/records/part_lines.hpp"
#include "harness/records/record.hpp"
#include "harness/records/recording_setup.hpp"

namespace sphlab {

inline constexpr int verification_schema_version = 3;

struct Verification {
  struct State {
    std::string label;
    std::uint64_t step = 0;
    double time_s = 0;
    bool operator==(const State&) const = default;
  };
  struct Check {
    std::string name;
    std::optional<State> state;       ///< nothing where the run never reached one
    double value = 0;                 ///< to four digits in the file; null where it is not finite
    double tolerance = 0;             ///< the same
    std::optional<std::string> norm;  ///< what the value counts or is relative to
    bool passed = false;              ///< no check without a finite value has
    std::string detail;               ///< written where the check failed
  };
  /// Series followed over a run, as arrays of one length.
  struct Curve {
    std::string name;
    std::map<std::string, std::vector<double>> series;
    std::map<std::string, std::vector<double>>
        reference;                            ///< of an experiment; empty: there is none
    std::map<std::string, double> constants;  ///< of the run, by name
  };

  Record::Toolchain toolchain;
  Record::ScenarioUsed scenario;  ///< its state is that of each check
  std::string physics;
  std::string variant;
  std::vector<Check> checks;
  std::vector<Curve> curves;
};

/// Makes the lines of one file of verifications.
class VerificationText {
 public:
  /// @param setup of all that are in the file. @param recorded_at as utc_now() tells it.
  VerificationText(const RecordingSetup& setup, const std::string& recorded_at);

  /// The lines of one variant: the parts that the file lacks, a line a state with the values of its
  /// checks and a line a curve; before those of the first, the one that tells what the file is.
  /// Throws Error(failure) where the arrays of a curve differ in length.
  std::string lines_of(const Verification& verification);

 private:
  /// A line of the variant, to be completed. The part that it refers to is that of all variants.
  /// @param checks id of their part; null of a curve.
  nlohmann::json line_of_case(const Verification& verification,
                              const std::optional<Verification::State>& state,
                              const nlohmann::json& checks);

  nlohmann::json session_;
  bool has_first_line_ = false;
  PartLines parts_;
};

}  // namespace sphlab
