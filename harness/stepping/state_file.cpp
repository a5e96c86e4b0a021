#include "harness/stepping/state_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "harness/scenarios/json_document.hpp"
#include "harness/scenarios/particle_file.hpp"

namespace sphlab {

extern const char* const state_schema_text;

namespace {

using nlohmann::json;

constexpr int state_schema_version = 1;
constexpr const char* maker = "sphlab simulate";

std::string field_array(std::size_t index) {
  return fmt::format("field-{}", index);
}

/// Three components of each, or the fourth.
std::vector<float> components(const std::vector<float4>& vectors, bool is_fourth) {
  std::vector<float> numbers;
  numbers.reserve(vectors.size() * (is_fourth ? 1 : 3));
  for (const float4& v : vectors)
    is_fourth ? numbers.insert(numbers.end(), {v.w})
              : numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

/// Columns of a particle file, and the memory that they lie in.
class Columns {
 public:
  void add(const std::string& name, const char* unit, const std::vector<float4>& vectors,
           bool is_fourth) {
    const std::vector<float>& kept = kept_.emplace_back(components(vectors, is_fourth));
    add(name, unit, "f4", is_fourth ? 1 : 3, kept.data());
  }
  void add(const std::string& name, const char* unit, const char* element, std::uint32_t components,
           const void* data) {
    arrays.push_back({name, unit, element, components, static_cast<const std::byte*>(data)});
  }
  std::vector<ParticleArray> arrays;

 private:
  std::vector<std::vector<float>> kept_;  ///< moved as it grows, but not what each holds
};

json text_of(const SavedState& state, const Scenario& scenario) {
  json fields = json::array();
  for (const auto& [name, values] : state.particles.fields) fields.push_back(name);
  return {{"schema_version", state_schema_version},
          {"scenario",
           {{"name", scenario.name},
            {"parameters", scenario.parameters},
            {"configuration_hash", scenario.configuration_hash}}},
          {"physics", scenario.physics},
          {"scheme", scenario.scheme},
          {"time_s", state.time},
          {"step", state.step},
          {"fields", fields}};
}

/// What a file says of a run, and the arrays of it, each required as it must be.
class StateFile {
 public:
  explicit StateFile(const std::filesystem::path& file) : name_(file.string()), file_(file, maker) {
    if (file_.text().empty())
      refuse("text", "there is none: it holds particles, and no state of a run");
    text_ = parse_json(std::string(file_.text()), name_);
    require_version();
    static const JsonSchema schema{state_schema_text};
    schema.check(text_, name_);
  }

  const json& text() const { return text_; }
  std::uint64_t particles() const { return file_.particles(); }

  [[noreturn]] void refuse(const std::string& key, const std::string& what) const {
    throw InputError(fmt::format("{}: {}: {}. '{}' writes state.particles, from which it goes on.",
                                 name_, key, what, maker));
  }

  /// Refuses for what another run would be needed for, with the remedy.
  [[noreturn]] void refuse_run(const std::string& key, const std::string& what) const {
    throw InputError(fmt::format("{}: {}: {}", name_, key, what));
  }

  template <class Number>
  std::span<const Number> array(const std::string& name, const char* element,
                                std::uint32_t components) const {
    const ParticleArray* found = file_.find(name);
    if (found == nullptr) refuse("arrays", fmt::format("there is no '{}'", name));
    if (found->element != element || (components != 0 && found->components != components))
      refuse(name, fmt::format("has {} of {} for each particle, not {} of {}", found->components,
                               found->element, components, element));
    return {reinterpret_cast<const Number*>(found->data), particles() * found->components};
  }

  /// @param components 0: as many as there are
  std::span<const float> floats(const std::string& name, std::uint32_t components) const {
    const auto values = array<float>(name, "f4", components);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i])) continue;
      const std::uint64_t particle = i / (values.size() / particles());
      refuse_run(fmt::format("{}[{}]", name, particle),
                 fmt::format("{} is no finite number: the run had gone where there is no physics. "
                             "Go on from an earlier state, or begin anew.",
                             values[i]));
    }
    return values;
  }

  std::vector<float4> vectors(const char* three, const char* fourth) const {
    const auto xyz = floats(three, 3);
    const auto w = floats(fourth, 1);
    std::vector<float4> all(w.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = {xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2], w[i]};
    return all;
  }

  std::vector<std::uint32_t> identities() const {
    const auto types = array<std::uint8_t>("type", "u1", 1);
    const auto ids = array<std::uint32_t>("id", "u4", 1);
    std::vector<std::uint32_t> all(ids.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (types[i] >= particle_type_count || ids[i] > identity_id_mask)
        refuse(fmt::format("type and id[{}]", i),
               fmt::format("{} and {} are none that there is", types[i], ids[i]));
      all[i] = make_identity(static_cast<ParticleType>(types[i]), ids[i]);
    }
    return all;
  }

  ParticleFields fields() const {
    ParticleFields all;
    for (std::size_t k = 0; k < text_.at("fields").size(); ++k) {
      const auto values = floats(field_array(k), 0);
      all[text_.at("fields").at(k).get<std::string>()] = {values.begin(), values.end()};
    }
    return all;
  }

 private:
  void require_version() const {
    const json version = text_.is_object() ? text_.value("schema_version", json()) : json();
    if (version == state_schema_version) return;
    refuse_run("schema_version",
               fmt::format("is {}, and this sphlab reads {}. Go on with the sphlab that wrote it.",
                           excerpt(version), state_schema_version));
  }

  std::string name_;
  ParticleFile file_;
  json text_;
};

void require_same_parameters(const StateFile& file, const Scenario& scenario) {
  for (const auto& [key, value] : file.text().at("scenario").at("parameters").items()) {
    const auto saved = value.get<double>();
    const auto now = scenario.parameters.find(key);
    if (now != scenario.parameters.end() && now->second == saved) continue;
    file.refuse_run(
        fmt::format("scenario.parameters.{}", printable(key)),
        fmt::format("is {} in the state, and {} in this run. Add --set {}={}.", saved,
                    now == scenario.parameters.end() ? "absent" : fmt::format("{}", now->second),
                    printable(key), saved));
  }
}

void require_same_run(const StateFile& file, const Scenario& scenario) {
  const auto require = [&](const char* key, const json& saved, const std::string& now,
                           const char* remedy) {
    if (saved == now) return;
    file.refuse_run(key, fmt::format("is {} in the state, and {} in this run. {}", excerpt(saved),
                                     excerpt(now), remedy));
  };
  constexpr const char* undo = "Undo what has changed in the scenario's file, or begin anew.";
  const json& saved = file.text().at("scenario");
  require("scenario.name", saved.at("name"), scenario.name, "Name the state's scenario.");
  require_same_parameters(file, scenario);
  require("physics", file.text().at("physics"), scenario.physics, undo);
  require("scheme", file.text().at("scheme"), scenario.scheme, undo);
  require("scenario.configuration_hash", saved.at("configuration_hash"),
          scenario.configuration_hash, undo);
  if (file.particles() == scenario.particles()) return;
  file.refuse_run("particles", fmt::format("are {} in the state, and {} in this run. {}",
                                           file.particles(), scenario.particles(), undo));
}

}  // namespace

std::string state_file(const SavedState& state, const Scenario& scenario) {
  const ParticleState& particles = state.particles;
  const Grid& grid = scenario.grid;
  const double side = 1 / static_cast<double>(grid.inverse_side);
  std::vector<std::uint8_t> types;
  std::vector<std::uint32_t> ids;
  types.reserve(particles.size());
  ids.reserve(particles.size());
  for (const std::uint32_t identity : particles.identity) {
    types.push_back(static_cast<std::uint8_t>(type_of(identity)));
    ids.push_back(id_of(identity));
  }
  Columns columns;
  columns.add("position", "m", particles.position, false);
  columns.add("pressure-term", "m^5/(kg s^2)", particles.position, true);
  columns.add("velocity", "m/s", particles.velocity, false);
  columns.add("relative-density", "1", particles.velocity, true);
  columns.add("type", "1", "u1", 1, types.data());
  columns.add("id", "1", "u4", 1, ids.data());
  std::size_t field = 0;
  for (const auto& [name, values] : particles.fields)
    columns.add(field_array(field++), "unknown", "f4",
                static_cast<std::uint32_t>(values.size() / particles.size()), values.data());
  const Vector lower{grid.origin.x, grid.origin.y, grid.origin.z};
  const Vector upper{lower[0] + grid.cells.x * side, lower[1] + grid.cells.y * side,
                     lower[2] + grid.cells.z * side};
  return particle_file(
      {particles.size(), lower, upper, columns.arrays, text_of(state, scenario).dump()});
}

SavedState read_state_file(const std::filesystem::path& file, const Scenario& scenario) {
  const StateFile found(file);
  require_same_run(found, scenario);
  SavedState state;
  state.time = found.text().at("time_s");
  state.step = found.text().at("step");
  state.particles = {found.vectors("position", "pressure-term"),
                     found.vectors("velocity", "relative-density"),
                     found.identities(),
                     found.fields(),
                     state.time,
                     {}};
  return state;
}

}  // namespace sphlab
