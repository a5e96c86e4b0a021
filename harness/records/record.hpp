// One record: one variant on one scenario by one toolchain, for one stage, scope and cache state.
//
// The members mirror record.schema.json beside this file, name by name, where their meaning is
// told. An empty optional is null in the file: not known, or it does not apply.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace sphlab {

inline constexpr int record_schema_version = 2;

struct Record {
  struct Code {
    std::optional<std::string> revision;
    std::optional<bool> dirty;
  };
  struct Device {
    std::string name;
    std::string slug;
    std::optional<std::string> driver;
    std::optional<std::string> architecture;
    std::optional<std::string> board;  ///< which of the boards of this name; left out where unknown
    std::optional<std::uint64_t> compute_units;
    std::optional<std::uint64_t> memory_bytes;
    std::optional<std::uint64_t> l2_bytes;
    std::optional<double> max_clock_mhz;
    std::optional<double> memory_clock_mhz;
    std::optional<double> power_limit_w;
    std::optional<bool> clocks_locked;
  };
  struct Host {
    std::optional<std::string> cpu;
    std::optional<std::uint64_t> cores;
    std::optional<std::uint64_t> memory_bytes;
    std::optional<std::string> os;
  };
  /// Settings of the OpenMP runtimes of all packs, and what they made of them.
  struct OpenMp {
    std::uint64_t threads = 0;  ///< of a parallel region
    std::string processors;     ///< that the process may use: "0-3,8"
    std::string environment;    ///< what they read of it: "OMP_NUM_THREADS=2 ..."
  };
  struct RuntimeUsed {
    std::string name;
    std::optional<std::string> version;
    std::optional<OpenMp> openmp;  ///< of the host; left out elsewhere
  };
  struct Toolchain {
    std::string name;
    std::string compiler;
    std::string host_compiler;
    std::string flags;
    bool fast_math = false;
    bool fma = false;
    std::string architectures;
    std::uint32_t warp_width = 0;
  };
  /// Neighbours of a target particle within the influence radius.
  struct Neighbours {
    double mean = 0;
    std::uint64_t p05 = 0;
    std::uint64_t p95 = 0;
  };
  /// Particles in cells that hold any.
  struct Cells {
    std::uint64_t filled = 0;
    double mean = 0;  ///< particles in one of them
    std::uint64_t fullest = 0;
  };
  struct State {
    std::string label;  ///< as SuiteState::label() has it
    std::uint64_t step = 0;
    double time_s = 0;
    std::string hash;                      ///< 16 hex digits
    std::optional<double> wave_time_s;     ///< Scenario::wave_time; absent where nothing falls
    std::optional<Neighbours> neighbours;  ///< absent where they were not counted
    std::optional<Cells> cells;            ///< likewise
  };
  struct ScenarioUsed {
    std::string name;
    std::uint64_t particles = 0;
    std::uint64_t fluid = 0;
    std::uint64_t boundary = 0;
    std::uint64_t body = 0;          ///< written where there are any
    std::uint64_t second_fluid = 0;  ///< written where there are any
    std::map<std::string, double> parameters;
    std::string configuration_hash;  ///< 16 hex digits
    State state;
  };
  using Tuning = std::map<std::string, std::uint32_t>;
  struct SweepPoint {
    std::string stage;
    Tuning tuning;
    std::optional<double> median_s;
    std::optional<std::string> refusal;  ///< why the strategy could not run; no median_s then
  };
  struct Samples {
    std::vector<double> time_s;
    std::vector<std::optional<double>> clock_mhz;
    std::vector<std::uint64_t> order;
    std::vector<std::uint64_t> block;
  };
  /// How busy the machine was, by block of the samples. Parallel arrays.
  struct Load {
    std::vector<std::uint64_t> block;            ///< ascending
    std::vector<std::optional<double>> average;  ///< the load average of a minute, at its end
    /// Shares of the block's time: of the thread that waited longest for a processor, and of the
    /// processor that was taken away longest by what the machine is a guest of.
    std::vector<std::optional<double>> waited;
    std::vector<std::optional<double>> stolen;
  };
  /// Runs of many steps between two ticks of the device's energy counter. Parallel arrays.
  struct EnergySamples {
    std::vector<double> joules;
    std::vector<double> time_s;        ///< of a run
    std::vector<std::uint64_t> steps;  ///< of a run
    std::vector<double> resolution_j;  ///< by which `joules` may be wrong at most
    std::vector<std::uint64_t> order;  ///< as in Samples
    std::vector<std::uint64_t> block;  ///< round
  };
  /// Energy of a step (docs/energy.md): either `absent`, or all but the power of the idle device.
  struct Energy {
    std::string counter;                    ///< which the device has, or would have
    std::optional<std::string> absent;      ///< why there is no number
    std::optional<double> joules_per_step;  ///< mean of the runs
    std::optional<double> low_j;            ///< ends of the interval of the mean, 95 %
    std::optional<double> high_j;
    std::optional<double> joules_per_million_particle_steps;
    std::optional<double> power_w;       ///< mean of the runs
    std::optional<double> step_s;        ///< mean of the runs
    std::optional<double> idle_power_w;  ///< not subtracted from anything
    std::optional<EnergySamples> samples;
  };
  struct Policy {
    std::uint64_t warmup = 0;
    std::uint64_t blocks = 0;
    std::uint64_t samples_per_block = 0;
    std::string interleaving;
    std::string stop_rule;
    std::string stop_reason;
    std::optional<double> mark_cost_s;  ///< subtracted from each sample of scope stage
    /// Of one sample of scope asynchronous-calls, steps of one of scope run; absent elsewhere.
    std::optional<std::uint64_t> calls;
    /// Of a sample: what the timer tells apart, over the steps or calls that the sample covers.
    std::optional<double> resolution_s;
  };
  struct Summary {
    std::uint64_t count = 0;
    std::optional<double> median_s;
    std::optional<double> mean_s;
    std::optional<double> min_s;
    std::optional<double> max_s;
    std::optional<double> p05_s;
    std::optional<double> p95_s;
    std::optional<double> relative_spread;          ///< only of a median above zero
    std::optional<std::uint64_t> below_resolution;  ///< samples shorter than policy.resolution_s
    std::optional<double> mipps;
    std::optional<double> pairs_per_s;
    std::optional<double> unexplained_s;
    std::optional<double> unexplained_fraction;
    std::optional<double> harness_fraction;
  };
  struct Work {
    std::optional<double> candidate_pairs;
    std::optional<double> accepted_pairs;
    std::optional<double> flops;
    std::optional<double> bytes;
  };
  struct Kernel {
    std::optional<std::string> kernel;
    std::optional<std::uint64_t> registers;
    std::optional<std::uint64_t> stack_bytes;
    std::optional<std::uint64_t> spill_bytes;
    std::optional<std::uint64_t> shared_bytes;
    std::optional<std::uint64_t> block_size;
    std::optional<double> occupancy;
  };
  struct Resources {
    std::optional<std::uint64_t> bytes_allocated;
    std::optional<std::uint64_t> bytes_of_list;
  };
  struct ListLife {
    std::string trigger;                      ///< "interval" or "displacement"
    std::optional<std::uint64_t> interval;    ///< steps between rebuilds, where that is the trigger
    double expansion = 1;                     ///< radius of the list over the influence radius
    std::optional<double> rebuilds_per_step;  ///< counted over the measured cycles
    std::optional<double> missed_pairs;       ///< fraction of the last force pass before a rebuild
  };
  /// Drift of the samples within their blocks, see drift_of().
  struct Drift {
    double relative = 0;  ///< last third of a block over its first, less 1: mean of the blocks
    double low = 0;       ///< ends of the interval of the mean, 95 %
    double high = 0;
    bool drifts = false;  ///< such a series is no time of anything
  };
  /// Carry-over between the turns of a state's contenders, see carry_over_of(): shares of the time.
  struct CarryOver {
    double coefficient = 0;  ///< standard deviation of what a predecessor adds
    double low = 0;          ///< lower bound of it, 95 %
  };
  /// How the particles came into the order that the samples begin in.
  struct OwnOrder {
    std::uint64_t steps = 0;  ///< that its own rebuilds took
    bool steady = false;      ///< whether order and time drifted no more at the end of them
  };
  /// Seconds of the run that the contender took. What several share counts for the first: the order
  /// of those that sort alike, the pairs that lists of one rebuild policy miss.
  struct SecondsSpent {
    double verifying = 0;        ///< before the samples, in the state and in motion
    double ordering = 0;         ///< steps into its own order
    double sampling = 0;         ///< of the loop, of stages alone, of runs
    double verifying_again = 0;  ///< behind the samples, in a state not seen before
  };
  /// Repetitions of passes that are repeated until an error is small enough, over the measured
  /// cycles.
  struct Repetitions {
    double limit = 0;                            ///< of the error
    std::optional<double> times_per_evaluation;  ///< mean
    std::optional<double> last_error;            ///< of the last evaluation
    std::optional<double> not_converged;         ///< fraction of the evaluations
  };
  struct Check {
    std::string name;
    std::optional<double> value;
    std::optional<double> tolerance;
    bool passed = false;
  };
  struct Validity {
    std::string status;  ///< "ok", or why the record must not be believed
    std::vector<Check> checks;
  };

  int schema_version = record_schema_version;
  std::string id;  ///< see record_id()
  std::string suite;
  std::string recorded_at;
  Code code;
  Device device;
  Host host;
  RuntimeUsed runtime;
  Toolchain toolchain;
  /// Of the stages that run on the host, where `toolchain` computes the forces alone; absent
  /// elsewhere.
  std::optional<Toolchain> host_toolchain;
  ScenarioUsed scenario;
  std::string physics;
  std::string variant;
  std::string side;  ///< of a duel: "base" or "candidate"; "" where there are none
  std::map<std::string, std::string> strategies;
  std::uint64_t cells_per_radius = 1;  ///< how many cells fit into the radius of the list
  std::map<std::string, Tuning> tuning;
  /// Values of axes that have no other place here, by key, without those at their defaults; absent
  /// where all are.
  std::map<std::string, nlohmann::json> choices;
  std::vector<SweepPoint> tuning_sweep;
  /// Absent where the harness did not know of it, or the variant could not be made.
  std::optional<ListLife> list_life;
  /// Counts of the passes' preparations in the state, by name; absent without any.
  std::map<std::string, double> prepared;
  /// Absent where nothing was measured, and in older records, whose samples begin in the order of
  /// whatever variant had stepped to the state.
  std::optional<OwnOrder> own_order;
  /// Absent of older records, and before anything was done.
  std::optional<SecondsSpent> seconds_spent;
  std::optional<Repetitions> repetitions;  ///< absent where no pass is repeated
  std::vector<std::string> stages;         ///< of the variant, in the order of execution
  std::string stage;
  std::string scope;
  std::string cache;
  double calls_per_step = 1;
  Samples samples;
  std::optional<Load> load;  ///< of what the host ran; absent elsewhere
  /// Of a step in the loop whose blocks have enough samples; absent elsewhere.
  std::optional<Drift> drift;
  /// Of a step in the loop, the same for all contenders of a state; absent where turns were too
  /// few.
  std::optional<CarryOver> carry_over;
  /// Of a step, where it was asked for; absent elsewhere.
  std::optional<Energy> energy;
  Policy policy;
  Summary summary;
  Work work;
  std::vector<Kernel> kernels;  ///< of the stage, in the order of their launches; none of a step
  Resources resources;
  Validity validity;
};

/// Hash of what ran, after the resolution of every default, as 16 hex digits: device, runtime,
/// toolchain with its flags, that of stages on the host where there are any, scenario with its
/// configuration and state (its label, and its step where the label names no time: how many steps a
/// time takes is an outcome), physics, every stage's strategy and tuning, the rebuild policy, other
/// choices, stage, scope, cache and suite. Outcomes (samples, the state's hash) and what may change
/// between two runs of one experiment (code revision, driver, date) stay out. The stages that were
/// swept are in it, since a tuning that was chosen by a sweep and the same one that a suite demands
/// are two experiments. The same function is analysis/recorded/identity.py.
std::string record_id(const Record& record);

/// The same without the values that a sweep chose, which it may choose otherwise another time:
/// equal for two records that answer one question of a suite.
std::string requested_id(const Record& record);

/// requested_id() of the step's record of the same variant in the same state. It is the last that
/// is written of a variant's records: where it stands, all of them do.
std::string requested_step_id(const Record& record);

/// The record as JSON, as record.schema.json describes it: its `resources` repeat the first of the
/// kernels that needs most registers per thread. Throws Error(failure) that names the key when a
/// number is not finite, when the sample arrays differ in length, or when a record without samples
/// claims to be valid.
nlohmann::json to_json(const Record& record);

nlohmann::json to_json(const Record::Code& code);
nlohmann::json to_json(const Record::Device& device);
nlohmann::json to_json(const Record::Host& host);
nlohmann::json to_json(const Record::RuntimeUsed& runtime);
nlohmann::json to_json(const Record::Toolchain& toolchain);
nlohmann::json to_json(const Record::ScenarioUsed& scenario);
nlohmann::json to_json(const Record::Summary& summary);
nlohmann::json to_json(const Record::Work& work);
nlohmann::json to_json(const Record::Kernel& kernel);
nlohmann::json to_json(const Record::Samples& samples);
nlohmann::json to_json(const Record::Load& load);
nlohmann::json to_json(const Record::EnergySamples& samples);
nlohmann::json to_json(const Record::SweepPoint& point);

/// The inverse of to_json(). Throws InputError when a key is missing or of the wrong type.
Record record_from_json(const nlohmann::json& json);

/// The same of parts of a record. Throw nlohmann::json::exception.
Record::Code code_from_json(const nlohmann::json& json);
Record::Device device_from_json(const nlohmann::json& json);
Record::Host host_from_json(const nlohmann::json& json);
Record::RuntimeUsed runtime_from_json(const nlohmann::json& json);
Record::Samples samples_from_json(const nlohmann::json& json);
Record::Load load_from_json(const nlohmann::json& json);
Record::EnergySamples energy_samples_from_json(const nlohmann::json& json);
Record::SweepPoint sweep_point_from_json(const nlohmann::json& json);

/// The number, or nothing where it is NaN or infinite: for a check whose value came out so.
std::optional<double> finite_or_null(double value);

}  // namespace sphlab
