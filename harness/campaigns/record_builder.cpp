#include "harness/campaigns/record_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <span>
#include <string_view>

#include "harness/campaigns/openmp_in_use.hpp"
#include "harness/records/drift.hpp"
#include "harness/records/energy_summary.hpp"
#include "harness/records/environment.hpp"
#include "harness/records/statistics.hpp"
#include "harness/stepping/variant_axes.hpp"

namespace sphlab {
namespace {

constexpr const char* asynchronous_scope = "asynchronous-calls";
constexpr const char* run_scope = "run";

/// Seconds between two times that an event of a runtime can tell; nothing where it is not known: no
/// HIP device has been measured.
std::optional<double> timer_resolution(std::string_view runtime) {
  // every event time in results/nvidia-h200 is a whole multiple of it
  if (runtime == "cuda") return 32e-9;
  if (runtime == "host") return 1e-9;  // of std::chrono::steady_clock, as far as it counts
  return std::nullopt;
}

template <class Number>
std::optional<Number> known(Number value) {
  return value > Number{0} ? std::optional<Number>(value) : std::nullopt;
}

std::optional<std::uint64_t> known_count(int value) {
  return value >= 0 ? std::optional<std::uint64_t>(static_cast<std::uint64_t>(value))
                    : std::nullopt;
}

std::optional<std::string> known_text(const char* text) {
  return text[0] != 0 ? std::optional<std::string>(text) : std::nullopt;
}

Record::State describe_state(const Contender& contender, const RecordContext& context) {
  Record::State state{context.state->label,
                      context.state->step,
                      context.state->time,
                      context.state_hash,
                      known(context.scenario->wave_time),
                      std::nullopt,
                      std::nullopt};
  if (const auto& spread = contender.pairs.neighbours)
    state.neighbours = Record::Neighbours{spread->mean, spread->p05, spread->p95};
  if (const auto& cells = contender.pairs.cells)
    state.cells = Record::Cells{cells->filled, cells->mean, cells->fullest};
  return state;
}

Record::ScenarioUsed scenario_in_state(const Contender& contender, const RecordContext& context) {
  Record::ScenarioUsed used = scenario_used(*context.scenario);
  used.state = describe_state(contender, context);
  return used;
}

Record::Validity describe_validity(const Contender& contender) {
  Record::Validity validity{contender.status, {}};
  for (const Check& check : contender.checks) {
    validity.checks.push_back(
        {check.name, finite_or_null(check.value), finite_or_null(check.tolerance), check.passed});
  }
  return validity;
}

Record::Kernel describe_kernel(const KernelAttributes& a, const Contender& contender,
                               const RecordContext& context) {
  Record::Kernel kernel;
  const CompiledResources* compiled =
      a.symbol == nullptr ? nullptr
                          : find_resources(*contender.pack, a.symbol,
                                           context.setup.device.architecture.value_or(""));
  if (compiled != nullptr) kernel.kernel = compiled->kernel;
  kernel.registers = known_count(a.registers);
  kernel.stack_bytes =
      compiled != nullptr ? known_count(compiled->stack_bytes) : known_count(a.local_bytes);
  if (compiled != nullptr) kernel.spill_bytes = known_count(compiled->spill_bytes);
  if (a.static_shared_bytes >= 0)
    kernel.shared_bytes = known_count(a.static_shared_bytes + a.dynamic_shared_bytes);
  if (a.block_size > 0) kernel.block_size = known_count(a.block_size);
  if (a.occupancy >= 0) kernel.occupancy = static_cast<double>(a.occupancy);
  return kernel;
}

std::vector<Record::Kernel> describe_kernels(const Contender& contender,
                                             const RecordContext& context,
                                             const std::string& stage) {
  std::vector<Record::Kernel> kernels;
  for (const KernelLaunch& kernel : contender.simulation->kernels(stage))
    kernels.push_back(describe_kernel(kernel.attributes, contender, context));
  return kernels;
}

/// Work of all kernels of a stage. A stage whose samples several parts of a scheme share runs one
/// of them per call: their mean.
DeclaredWork work_of_one_call(const Simulation& simulation, const std::string& stage) {
  DeclaredWork sum{};
  for (const KernelLaunch& kernel : simulation.kernels(stage)) {
    sum.flops_per_pair += kernel.work.flops_per_pair;
    sum.flops_per_candidate += kernel.work.flops_per_candidate;
    sum.bytes_per_pair += kernel.work.bytes_per_pair;
    sum.bytes_per_candidate += kernel.work.bytes_per_candidate;
    sum.bytes_per_particle += kernel.work.bytes_per_particle;
  }
  sum.bytes_per_particle /= simulation.schedule().parts(stage);
  return sum;
}

bool is_pass(const Contender& contender, const std::string& stage) {
  return find_pass(contender.simulation->formulation(), stage) != nullptr;
}

Record::Work describe_work(const Contender& contender, const Scenario& scenario,
                           const std::string& stage) {
  Record::Work work;
  if (const auto copied = contender.copied.find(stage); copied != contender.copied.end()) {
    work.bytes = copied->second;
    return work;
  }
  const bool pairs = is_pass(contender, stage) || stage == "list";
  const auto candidates = static_cast<double>(contender.pairs.candidate);
  const auto accepted = static_cast<double>(contender.pairs.accepted_by(stage));
  const DeclaredWork declared = work_of_one_call(*contender.simulation, stage);
  const auto particles = static_cast<double>(scenario.particles());
  if (pairs) {
    const bool from_list = is_pass(contender, stage) && contender.simulation->bytes_of_list() > 0;
    if (!from_list) work.candidate_pairs = candidates;
    work.accepted_pairs = accepted;
    work.flops =
        known(accepted * declared.flops_per_pair + candidates * declared.flops_per_candidate);
    work.bytes =
        known(accepted * declared.bytes_per_pair + candidates * declared.bytes_per_candidate +
              particles * declared.bytes_per_particle);
  } else {
    work.bytes = known(particles * declared.bytes_per_particle);
  }
  return work;
}

/// Rebuilds per step over the measured cycles; nothing before there are any.
std::optional<double> rebuilds_per_step(const ContenderSamples& samples) {
  if (samples.steps_done == 0) return std::nullopt;
  return static_cast<double>(samples.rebuilds) / static_cast<double>(samples.steps_done);
}

Record::ListLife describe_rebuild(const Contender& contender, const Scenario& scenario) {
  const RebuildPolicy rebuild = contender.choice->variant.rebuild.value_or(RebuildPolicy{});
  Record::ListLife described;
  described.trigger = trigger_name(rebuild.trigger);
  if (rebuild.trigger == RebuildTrigger::interval)
    described.interval = rebuild.interval.value_or(scenario.list_interval);
  described.expansion = rebuild.expansion;
  described.rebuilds_per_step = rebuilds_per_step(contender.samples);
  if (contender.missed) described.missed_pairs = contender.missed->fraction();
  return described;
}

/// Repetitions; nothing where no pass is repeated, or the variant could not be made.
std::optional<Record::Repetitions> describe_repetitions(const Contender& contender,
                                                        const Scenario& scenario) {
  if (contender.simulation == nullptr) return std::nullopt;
  const FormulationDescription& formulation = contender.simulation->formulation();
  const std::span passes(formulation.passes, formulation.pass_count);
  if (std::none_of(passes.begin(), passes.end(), [](const auto& pass) { return pass.repeated; }))
    return std::nullopt;
  const Repetition& counted = contender.samples.repetition;
  Record::Repetitions described;
  described.limit = scenario.wcsph.repetition.error;
  if (counted.evaluations == 0) return described;
  const auto evaluations = static_cast<double>(counted.evaluations);
  described.times_per_evaluation = static_cast<double>(counted.total_times) / evaluations;
  described.last_error = finite_or_null(counted.last_error);
  described.not_converged = static_cast<double>(counted.not_converged) / evaluations;
  return described;
}

double calls_per_step(const Contender& contender, const std::string& stage) {
  if (contender.simulation->schedule().runs_on_demand(stage))
    return rebuilds_per_step(contender.samples).value_or(0);
  for (const auto& [name, calls] : contender.simulation->stage_counts()) {
    if (name == stage) return static_cast<double>(calls) / contender.simulation->steps_per_cycle();
  }
  return 1;
}

/// Variant with the cells that memory has allowed.
const Variant& variant_of(const Contender& contender) {
  return contender.simulation == nullptr ? contender.choice->variant
                                         : contender.simulation->variant();
}

/// Every stage's strategy and tuning, as they run: of a contender that could not be made, as the
/// suite asks for them.
void resolve_variant(Record& record, const Contender& contender) {
  const Variant& variant = variant_of(contender);
  record.variant = variant.name();
  for (const auto& [stage, choice] : variant.stages) {
    record.strategies[stage] = choice.name;
    if (!choice.tuning.empty()) record.tuning[stage] = choice.tuning;
  }
  if (variant.stages.contains("list")) record.strategies["list-format"] = variant.list_format;
  record.cells_per_radius = variant.cells_per_radius;
  record.choices = recorded_choices(variant_axes(), variant);
  if (contender.simulation == nullptr) return;
  record.tuning = contender.simulation->tuning();
  for (const auto& [stage, strategy] : contender.simulation->strategies())
    record.strategies[stage] = strategy;
  for (const auto& [stage, calls] : contender.simulation->stage_counts())
    record.stages.push_back(stage);
}

/// Record with everything but stage, samples and outcome.
Record common_record(const Contender& contender, const RecordContext& context) {
  Record record;
  record.suite = context.suite;
  record.recorded_at = utc_now();
  record.code = context.setup.code;
  record.device = context.setup.device;
  record.host = context.setup.host;
  record.runtime = context.setup.runtime;
  record.toolchain = toolchain_of(*contender.pack->pack);
  if (contender.host_pack != nullptr)
    record.host_toolchain = toolchain_of(*contender.host_pack->pack);
  record.scenario = scenario_in_state(contender, context);
  record.physics = context.scenario->physics;
  record.side = side_name(contender.pack->side);
  resolve_variant(record, contender);
  record.tuning_sweep = contender.sweep;
  record.list_life = describe_rebuild(contender, *context.scenario);
  record.prepared = contender.pairs.prepared;
  record.repetitions = describe_repetitions(contender, *context.scenario);
  if (const auto& own = contender.own_order)
    record.own_order = Record::OwnOrder{own->steps, own->steady};
  record.seconds_spent = contender.spent;
  // part of what is measured, as where a suite's policy sets it
  if (const auto& rebuild = contender.choice->variant.rebuild; rebuild && rebuild->interval)
    record.scenario.parameters["rebuild_interval"] = *rebuild->interval;
  record.validity = describe_validity(contender);
  record.policy.interleaving = "shuffled ABBA";
  record.policy.stop_reason = context.stop_reason;
  return record;
}

/// Notes how many rounds of samples there are, and why no more.
void fill_rounds(Record& record, std::uint64_t wanted, const RecordContext& context,
                 std::uint64_t RoundsDone::*kind) {
  record.policy.blocks = context.rounds_done.*kind;
  record.policy.stop_reason = record.policy.blocks < wanted ? used_up_reason : "all samples taken";
}

void fill_policy(Record& record, const Contender& contender, const RecordContext& context) {
  const MeasuringPolicy& policy = context.policy;
  if (record.scope == asynchronous_scope) {
    record.policy.warmup = 1;
    fill_rounds(record, policy.asynchronous_samples, context, &RoundsDone::calls_alone);
    record.policy.samples_per_block = 1;
    record.policy.calls = contender.samples.asynchronous.at(record.stage).calls;
    record.policy.stop_rule =
        fmt::format("fixed number of samples, each of {} calls, or of those in {} s",
                    policy.asynchronous_calls, policy.asynchronous_seconds);
    return;
  }
  if (record.scope == run_scope) {
    record.policy.warmup = std::max(2u, policy.warmup_cycles);
    fill_rounds(record, policy.run_samples, context, &RoundsDone::runs);
    record.policy.samples_per_block = 1;
    record.policy.calls = contender.samples.runs.steps;
    record.policy.stop_rule = "fixed number of samples";
    return;
  }
  if (record.scope == "kernel") {
    record.policy.warmup = record.cache == "warm" ? 1 : 0;
    fill_rounds(record, policy.isolated_samples, context, &RoundsDone::stages_alone);
    record.policy.samples_per_block = 1;
    record.policy.stop_rule = "fixed number of samples";
    return;
  }
  record.policy.warmup = std::max(2u, policy.warmup_cycles);
  record.policy.blocks = context.blocks_done;
  const auto& rebuild = contender.choice->variant.rebuild;
  const bool on_demand = rebuild && rebuild->trigger == RebuildTrigger::displacement;
  record.policy.samples_per_block = on_demand ? 1 : policy.cycles_per_block;
  if (policy.relocate) record.policy.interleaving += ", every block elsewhere in memory";
  record.policy.stop_rule =
      policy.stop_relative_spread > 0
          ? fmt::format("relative spread of every step at most {}, or {} blocks",
                        policy.stop_relative_spread, policy.blocks)
          : fmt::format("{} blocks", policy.blocks);
}

/// Record with its id, and all else that is known before a sample is taken.
Record unsampled_record(const Contender& contender, const RecordContext& context,
                        const std::string& stage, const std::string& scope,
                        const std::string& cache) {
  Record record = common_record(contender, context);
  record.stage = stage;
  record.scope = scope;
  record.cache = cache;
  record.id = record_id(record);
  return record;
}

/// Steps or calls that the time of one sample covers; 0 where none was taken.
double steps_of_a_sample(const Record& record, const Contender& contender) {
  const ContenderSamples& samples = contender.samples;
  if (record.policy.calls) return static_cast<double>(*record.policy.calls);
  if (record.scope != "step") return 1;
  if (samples.step.time_s.empty()) return 0;
  return static_cast<double>(samples.steps_done) / static_cast<double>(samples.step.time_s.size());
}

/// Whether there is a median, above 0.
bool is_resolved(const Record::Summary& summary) {
  return summary.median_s && *summary.median_s > 0;
}

const Record::Load& load_of(const ContenderSamples& samples, const std::string& scope) {
  if (scope == asynchronous_scope) return samples.load_of_calls;
  if (scope == run_scope) return samples.load_of_runs;
  return scope == "kernel" ? samples.load_alone : samples.load;
}

/// A record with its samples, and what follows from them.
Record make_record(Record record, const Contender& contender, const RecordContext& context,
                   const Record::Samples& samples) {
  const std::string& stage = record.stage;
  fill_policy(record, contender, context);
  if (record.scope == "stage") record.policy.mark_cost_s = contender.samples.mark_cost;
  const std::optional<double> resolution = timer_resolution(context.setup.runtime.name);
  const double steps = steps_of_a_sample(record, contender);
  if (resolution && steps > 0) record.policy.resolution_s = *resolution / steps;
  record.samples = samples;
  if (const Record::Load& load = load_of(contender.samples, record.scope); !load.block.empty())
    record.load = load;
  record.summary = summarise(samples.time_s, record.policy.resolution_s);
  if (contender.simulation == nullptr) return record;
  record.kernels = describe_kernels(contender, context, stage);
  record.resources = {contender.simulation->bytes_allocated(),
                      contender.simulation->bytes_of_list()};
  record.calls_per_step = calls_per_step(contender, stage);
  record.work = describe_work(contender, *context.scenario, stage);
  if (is_pass(contender, stage) && is_resolved(record.summary))
    record.summary.pairs_per_s = *record.work.accepted_pairs / *record.summary.median_s;
  return record;
}

/// Energy; nothing where it was not asked for, or the contender is invalid.
std::optional<Record::Energy> describe_energy(const Contender& contender,
                                              const RecordContext& context) {
  if (!context.energy || !contender.valid()) return std::nullopt;
  const EnergySource& source = *context.energy;
  if (source.absent.empty()) {
    return summarise_energy(source.counter, contender.samples.energy, context.scenario->particles(),
                            source.idle_power_w);
  }
  Record::Energy none;
  none.counter = source.counter;
  none.absent = source.absent;
  return none;
}

Record step_record(const Contender& contender, const RecordContext& context) {
  const ContenderSamples& samples = contender.samples;
  Record record =
      make_record(unsampled_step_record(contender, context), contender, context, samples.step);
  record.energy = describe_energy(contender, context);
  record.drift = drift_of(samples.step);
  if (contender.valid()) record.carry_over = context.carry_over;
  if (!is_resolved(record.summary)) return record;
  const double step = *record.summary.median_s;
  record.summary.mipps = static_cast<double>(context.scenario->particles()) / step * 1e-6;
  double passes = calls_per_step(contender, "forces");
  if (record.repetitions && record.repetitions->times_per_evaluation) {
    const double launched = context.scenario->wcsph.repetition.most;
    passes *= *record.repetitions->times_per_evaluation / launched;  // the others end at once
  }
  record.work.accepted_pairs = passes * static_cast<double>(contender.pairs.accepted);
  record.summary.pairs_per_s = *record.work.accepted_pairs / step;
  double explained = 0;
  for (const auto& [stage, of_stage] : samples.stages) {
    const Record::Summary summary = summarise(of_stage.time_s);
    // of launches that work and launches that end at once, the median is of either
    const double seconds = (record.repetitions ? summary.mean_s : summary.median_s).value();
    explained += seconds * calls_per_step(contender, stage);
  }
  record.summary.unexplained_s = step - explained;
  record.summary.unexplained_fraction = (step - explained) / step;
  record.summary.harness_fraction =
      std::max(0.0, 1 - samples.device_seconds / samples.wall_seconds);
  return record;
}

Record::Device describe_device(const Runtime& runtime) {
  const DeviceProperties p = runtime.properties();
  Record::Device device;
  device.name = p.name;
  device.slug = device_slug(runtime.name(), p.name, p.architecture);
  device.driver = known_text(p.driver);
  device.architecture = known_text(p.architecture);
  device.board = known_text(p.board);
  device.compute_units = known_count(p.compute_units);
  device.memory_bytes = known<std::uint64_t>(p.memory_bytes);
  device.l2_bytes = known<std::uint64_t>(p.l2_bytes);
  device.max_clock_mhz = known<double>(p.max_clock_mhz);
  device.memory_clock_mhz = known<double>(p.memory_clock_mhz);
  device.power_limit_w = known<double>(p.power_limit_w);
  if (p.clocks_locked >= 0) device.clocks_locked = p.clocks_locked == 1;
  return device;
}

/// Packs whose kernels the host runs.
std::vector<const LoadedPack*> of_host(std::vector<const LoadedPack*> packs) {
  std::erase_if(packs, [](const LoadedPack* pack) {
    return pack->pack->runtime != std::string_view(host_runtime().name);
  });
  return packs;
}

}  // namespace

RecordingSetup present_setup(const Runtime& runtime, const std::vector<const LoadedPack*>& packs) {
  return {built_code(),
          describe_device(runtime),
          host_machine(),
          {runtime.name(), std::string(runtime.table().version), openmp_in_use(of_host(packs))}};
}

Record::Toolchain toolchain_of(const KernelPack& pack) {
  return {pack.toolchain, pack.compiler, pack.host_compiler, pack.flags,
          pack.fast_math, pack.fma,      pack.architectures, pack.warp_width};
}

Record::ScenarioUsed scenario_used(const Scenario& scenario) {
  return {scenario.name,
          scenario.particles(),
          scenario.fluid_particles,
          scenario.boundary_particles,
          scenario.body_particles,
          scenario.second_fluid_particles,
          scenario.parameters,
          scenario.configuration_hash,
          {}};
}

std::string hash_of_state(const ParticleState& state) {
  // FNV-1a over 32-bit words: a byte at a time would take longer than a block of measurements
  std::uint64_t hash = 14695981039346656037ull;
  const auto mix = [&hash](std::uint32_t word) { hash = (hash ^ word) * 1099511628211ull; };
  const auto mix4 = [&mix](const float4& v) {
    for (const std::uint32_t word : std::bit_cast<std::array<std::uint32_t, 4>>(v)) mix(word);
  };
  for (std::size_t i = 0; i < state.size(); ++i) {
    mix4(state.position[i]);
    mix4(state.velocity[i]);
    mix(state.identity[i]);
  }
  return fmt::format("{:016x}", hash);
}

Record unsampled_step_record(const Contender& contender, const RecordContext& context) {
  return unsampled_record(contender, context, "step", "step", "loop");
}

std::vector<Record> build_records(const Contender& contender, const RecordContext& context) {
  std::vector<Record> records = {step_record(contender, context)};
  if (contender.simulation == nullptr) return records;
  const ContenderSamples& samples = contender.samples;
  if (!samples.runs.samples.time_s.empty()) {
    records.push_back(make_record(unsampled_record(contender, context, "step", run_scope, "loop"),
                                  contender, context, samples.runs.samples));
  }
  for (const auto& [stage, calls] : contender.simulation->stage_counts()) {
    const auto add = [&, name = stage](const auto& by_stage, const char* scope, const char* cache) {
      const auto found = by_stage.find(name);
      if (found != by_stage.end()) {
        records.push_back(make_record(unsampled_record(contender, context, name, scope, cache),
                                      contender, context, found->second));
      }
    };
    const std::set<std::string>& recorded = context.policy.stages_recorded;
    if (recorded.empty() || recorded.contains(stage)) add(samples.stages, "stage", "loop");
    add(samples.flushed, "kernel", "flushed");
    add(samples.warm, "kernel", "warm");
    if (const auto found = samples.asynchronous.find(stage); found != samples.asynchronous.end()) {
      records.push_back(
          make_record(unsampled_record(contender, context, stage, asynchronous_scope, "warm"),
                      contender, context, found->second.samples));
    }
  }
  return records;
}

}  // namespace sphlab
