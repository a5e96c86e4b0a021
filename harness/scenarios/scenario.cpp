#include "harness/scenarios/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "harness/scenarios/body_motion.hpp"
#include "harness/scenarios/box_contents.hpp"
#include "harness/scenarios/cell_grid.hpp"
#include "harness/scenarios/configuration_hash.hpp"
#include "harness/scenarios/derived_numbers.hpp"
#include "harness/scenarios/extended_document.hpp"
#include "harness/scenarios/find_json.hpp"
#include "harness/scenarios/given_particles.hpp"
#include "harness/scenarios/host_memory.hpp"
#include "harness/scenarios/influence.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/scenarios/list_capacity.hpp"
#include "harness/scenarios/mixture_reader.hpp"
#include "harness/scenarios/parameters.hpp"
#include "harness/scenarios/particle_creation.hpp"
#include "harness/scenarios/penalty_planes.hpp"
#include "harness/scenarios/periodic_box.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/scenarios/physics_schema.hpp"
#include "harness/scenarios/placement.hpp"
#include "harness/scenarios/prediction_reader.hpp"
#include "harness/scenarios/run_length.hpp"
#include "harness/scenarios/stated_cost.hpp"
#include "harness/scenarios/wcsph_reader.hpp"

namespace sphlab {

namespace {

using nlohmann::json;

/// A document that has passed the schema, and the scenario that is being made of it.
class Loader {
 public:
  enum class Particles { create, leave_out };

  Loader(json document, std::string source, Particles particles = Particles::create,
         const Scenario* described = nullptr)
      : doc_(std::move(document)),
        source_(std::move(source)),
        particles_(particles),
        described_(described) {}

  Scenario load(const std::map<std::string, double>& overrides) {
    scenario_.name = doc_.at("name").get<std::string>();
    scenario_.parameters = resolve_parameters(doc_.at("parameters"), overrides, source_);
    if (doc_.contains("verification"))
      resolve_parameters(doc_.at("parameters"), doc_.at("verification"), at("verification"));
    open_particles();
    scenario_.configuration_hash = configuration_hash(identified(), scenario_.parameters);
    scenario_.physics = doc_.at("physics").at("name").get<std::string>();
    choose_influence_ratio();
    scenario_.list_interval = doc_.at("list").at("interval").get<std::uint32_t>();
    scenario_.end_time = scalar(doc_, "end_time");
    load_arrangement();
    return std::move(scenario_);
  }

 private:
  std::string at(const std::string& key) const { return source_ + ": " + key; }

  /// Opens the particle file that the document names, by a path from the scenario's folder on.
  void open_particles() {
    const json& geometry = doc_.at("geometry");
    if (geometry.at("arrangement") != "file") return;
    const auto file = geometry.at("file").get<std::string>();
    try {
      particle_file_.emplace(std::filesystem::path(source_).parent_path() / file);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", at("geometry.file"), error.what()));
    }
  }

  /// Returns the document with what a particle file holds in place of what it is called.
  json identified() const {
    json document = doc_;
    if (particle_file_) document.at("geometry").at("file") = particle_file_->content();
    return document;
  }

  /// Particles in a cell of the radius, where a parameter says how many, tell the radius. Physics
  /// with a smoothing length or a cutoff have no ratio to be told.
  void choose_influence_ratio() {
    json& physics = doc_.at("physics");
    if (physics.contains("smoothing_ratio") || physics.contains("cutoff")) return;
    const bool per_cell = physics.contains("particles_per_cell");
    if (per_cell == physics.contains("influence_ratio")) {
      throw InputError(fmt::format(
          "{}: needs one of \"influence_ratio\" and \"particles_per_cell\", found {}. The first is "
          "a number, the second names a parameter, whose cube root the ratio is.",
          at("physics"), per_cell ? "both" : "neither"));
    }
    if (!per_cell) return;
    const double count = parameter(physics.at("particles_per_cell"), "physics.particles_per_cell");
    physics["influence_ratio"] = {{"value", std::cbrt(count)}, {"unit", "1"}};
  }

  void load_arrangement() {
    const auto arrangement = doc_.at("geometry").at("arrangement").get<std::string>();
    if (!physics_kind(scenario_.physics).goes_with(arrangement)) {
      throw InputError(fmt::format("{}: a {} arrangement needs one of {}, found \"{}\".",
                                   at("physics.name"), arrangement, physics_for(arrangement),
                                   scenario_.physics));
    }
    if (arrangement == "lattice") return load_lattice();
    load_potential(arrangement);
    arrangement == "random" ? load_random() : load_particles();
  }

  void load_lattice() {
    const json& geometry = doc_.at("geometry");
    scenario_.spacing = spacing_of(geometry.at("spacing"));
    load_wcsph();
    load_time_stepping();
    require_end();
    require_walls_in_reach(scenario_, source_);
    require_derived_numbers(scenario_, doc_.at("physics"), source_);
    if (is_mixture()) require_mixture();
    load_prediction();
    require_slow_boxes();
    name_fields();
    const Lattice lattice = filled_lattice();
    scenario_.fluid_particles = points_of(lattice.fluid);
    scenario_.second_fluid_particles = points_of(lattice.second_fluid);
    scenario_.body_particles = points_of(lattice.body);
    scenario_.boundary_particles = lattice.boundary_points();
    require_company();
    const Placement placement = read_placement(geometry);
    load_list_slots(placed_neighbours(
        placement, scenario_.influence_radius / scenario_.spacing,
        static_cast<double>(scenario_.fluid_particles + scenario_.second_fluid_particles),
        moves()));
    require_memory();
    load_lattice_box(lattice);
    load_body_motion(lattice);
    scenario_.wave_time = wave_time(geometry);
    const bool hydrostatic = is_hydrostatic(placement);
    if (particles_ == Particles::leave_out) return;
    scenario_.initial = create_lattice_particles(lattice, scenario_.wcsph, hydrostatic, placement);
    fill_boxes(scenario_.initial, 0, lattice.fluid, geometry.at("fluid"), "geometry.fluid",
               source_);
    fill_boxes(scenario_.initial, scenario_.fluid_particles, lattice.second_fluid,
               geometry.value("second_fluid", json::array()), "geometry.second_fluid", source_);
    place_in_box(scenario_.initial);
  }

  /// A part of a length, or so many micrometres.
  double spacing_of(const json& spacing) const {
    if (spacing.contains("micrometres"))
      return parameter(spacing.at("micrometres"), "geometry.spacing.micrometres") / 1e6;
    return scalar(spacing, "reference_length") /
           parameter(spacing.at("particles_per"), "geometry.spacing.particles_per");
  }

  /// With the height of the fluids along the axis of gravity, or along the one nearest to it.
  double wave_time(const json& geometry) const {
    const float3 g = scenario_.wcsph.gravity;
    const std::array<double, 3> along = {std::abs(g.x), std::abs(g.y), std::abs(g.z)};
    const auto axis =
        static_cast<std::size_t>(std::max_element(along.begin(), along.end()) - along.begin());
    if (!(along[axis] > 0)) return 0;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const char* fluid : {"fluid", "second_fluid"}) {
      for (const Box& each : boxes(geometry.value(fluid, json::array()))) {
        low = std::min(low, each.lower[axis]);
        high = std::max(high, each.lower[axis] + each.size[axis]);
      }
    }
    return std::sqrt((high - low) / std::hypot(along[0], along[1], along[2]));
  }

  Lattice filled_lattice() const {
    const json& geometry = doc_.at("geometry");
    require_known_types();
    const auto points = geometry.value("points", "centres") == "corners" ? LatticePoints::corners
                                                                         : LatticePoints::centres;
    Lattice lattice = make_lattice(scenario_.spacing, box(geometry.at("domain")), walls(geometry),
                                   boxes(geometry.at("fluid")), source_, points);
    add_obstacles(lattice, boxes(geometry.value("obstacles", json::array())), source_, points);
    if (geometry.contains("second_fluid")) {
      add_boxes(lattice, &Lattice::second_fluid, boxes(geometry.at("second_fluid")),
                "geometry.second_fluid", source_);
    }
    if (geometry.contains("body")) {
      add_boxes(lattice, &Lattice::body, boxes(geometry.at("body").at("boxes")),
                "geometry.body.boxes", source_);
    }
    return lattice;
  }

  /// The physics must know every type that the geometry names, and a second fluid must not be left
  /// out by mistake.
  void require_known_types() const {
    const TypeMask types = physics_kind(scenario_.physics).sources;
    const auto check = [&](const char* key, ParticleType type) {
      if (!doc_.at("geometry").contains(key) || (types & mask_of(type)) != 0) return;
      throw InputError(
          fmt::format("{}: \"{}\" knows no particles of type {}. Leave the key out, or "
                      "choose another physics.name.",
                      at(fmt::format("geometry.{}", key)), scenario_.physics, type_name(type)));
    };
    check("second_fluid", ParticleType::second_fluid);
    check("body", ParticleType::body);
    require_known_walls(types);
    if ((types & mask_of(ParticleType::second_fluid)) == 0) return;
    if (doc_.at("geometry").contains("second_fluid")) return;
    throw InputError(fmt::format(
        "{}: missing key \"second_fluid\": boxes of the second fluid, which \"{}\" needs.",
        at("geometry"), scenario_.physics));
  }

  void require_known_walls(TypeMask types) const {
    if ((types & mask_of(ParticleType::boundary)) != 0) return;
    const json& geometry = doc_.at("geometry");
    if (geometry.contains("obstacles")) {
      throw InputError(fmt::format(
          "{}: \"{}\" knows no particles of type {}, of which obstacles are. Leave the key out, or "
          "choose another physics.name.",
          at("geometry.obstacles"), scenario_.physics, type_name(ParticleType::boundary)));
    }
    if (geometry.at("walls").empty()) return;
    throw InputError(
        fmt::format("{}: \"{}\" knows no particles of type {}. Use [], and \"planes\" for what "
                    "holds the fluid.",
                    at("geometry.walls"), scenario_.physics, type_name(ParticleType::boundary)));
  }

  void load_body_motion(const Lattice& lattice) {
    if (lattice.body.empty()) return;
    scenario_.wcsph.body =
        read_body_motion(doc_.at("geometry").at("body").at("motion"), scenario_.grid, source_);
    check_body_motion(scenario_.wcsph.body, lattice, scenario_.end_time, slowest_sound(), source_);
  }

  double slowest_sound() const {
    const WcsphConstants& c = scenario_.wcsph;
    const bool two = scenario_.second_fluid_particles > 0;
    return two ? std::min(c.sound_speed, c.second_fluid.sound_speed) : c.sound_speed;
  }

  void load_potential(const std::string& arrangement) {
    load_lj_potential();
    load_time_stepping();
    if (scenario_.time_stepping != TimeStepping::none) {
      throw InputError(fmt::format("{}: a {} arrangement needs \"none\".",
                                   at("time_stepping.scheme"), arrangement));
    }
    if (doc_.value("initial_density", "rest") != "rest")
      throw InputError(at("initial_density: a potential knows no density. Leave the key out."));
    require_derived_numbers(scenario_, doc_.at("physics"), source_);
  }

  /// Sets the box of a lattice, which begins at the origin along its periodic axes, and ends whole
  /// spacings and no wall behind that.
  void load_lattice_box(const Lattice& lattice) {
    const json& geometry = doc_.at("geometry");
    const auto axes = geometry.value("periodic", "");
    if (!axes.empty() && geometry.value("points", "centres") == "corners") {
      throw InputError(at(
          "geometry.points: \"corners\" of a periodic domain lie on faces that meet. Leave the key "
          "out."));
    }
    const Box domain = box(geometry.at("domain"));
    for (const char each : axes) require_whole_period(lattice, domain, each);
    load_box(axes, domain.size, lattice_grid(lattice));
  }

  void require_whole_period(const Lattice& lattice, const Box& domain, char name) const {
    const auto axis = static_cast<std::size_t>(name - 'x');
    if (domain.lower[axis] != 0) {
      throw InputError(
          fmt::format("{}: a periodic domain begins at 0, and this at {:.6g} along {}.",
                      at("geometry.domain.lower"), domain.lower[axis], name));
    }
    const double spacings = domain.size[axis] / lattice.spacing;
    if (std::abs(spacings - std::round(spacings)) > 1e-6) {
      throw InputError(fmt::format(
          "{}: {:.6g} m along {}, which is periodic, are {:.6g} spacings. Give whole ones.",
          at("geometry.domain.size"), domain.size[axis], name, spacings));
    }
    if (lattice.interior.begin[axis] == 0 && lattice.interior.end[axis] == lattice.domain.end[axis])
      return;
    throw InputError(
        fmt::format("{}: there is no face along {}, which is periodic. Leave out "
                    "\"{}-\" and \"{}+\".",
                    at("geometry.walls"), name, name, name));
  }

  /// Sets the box, and its grid.
  void load_box(const std::string& axes, const Vector& extent, const Grid& grid) {
    scenario_.period = periods(axes, extent, at("geometry"));
    scenario_.wcsph.period = scenario_.lj_potential.period = scenario_.period;
    scenario_.grid = fitted_to_box(grid, scenario_.period, scenario_.influence_radius, source_);
    if (axes.empty() || physics_kind(scenario_.physics).is_periodic) return;
    throw InputError(fmt::format(
        "{}: the box is periodic along {}, and pairs of \"{}\" do not reach across its faces. "
        "Choose one of {}{}.",
        at("physics.name"), axes, scenario_.physics, periodic_physics(),
        particle_file_ ? ", or say \"faces\": \"open\" in \"geometry\" (best: --open) to leave "
                         "these pairs out"
                       : ""));
  }

  void place_in_box(ParticleState& state) const {
    state.period = scenario_.period;
    for (float4& position : state.position) position = in_box(position, state.period);
  }

  void load_random() {
    const json& geometry = doc_.at("geometry");
    const double cells = parameter(geometry.at("cells_per_side"), "geometry.cells_per_side");
    const double per_cell =
        parameter(geometry.at("particles_per_cell"), "geometry.particles_per_cell");
    const double particles = cells * cells * cells * per_cell;
    scenario_.spacing = scenario_.influence_radius / std::cbrt(per_cell);
    const double side = cells * scenario_.influence_radius;
    load_box(geometry.value("periodic", ""), {side, side, side},
             cubic_grid(static_cast<std::uint32_t>(cells), scenario_.influence_radius, source_));
    load_list_slots(random_neighbours(4.0 / 3.0 * std::numbers::pi * per_cell, particles));
    scenario_.fluid_particles = static_cast<std::size_t>(std::min(particles, 1e18));
    require_company();
    require_memory();
    if (particles_ == Particles::leave_out) return;
    scenario_.initial = create_random_particles(scenario_.fluid_particles,
                                                geometry.at("seed").get<std::uint64_t>(), side);
    place_in_box(scenario_.initial);
    fill_stated_fields(physics_kind(scenario_.physics), scenario_.initial);
  }

  /// Counts the neighbours of all particles, since nothing tells them in advance.
  void load_particles() {
    const double radius = scenario_.influence_radius;
    const bool is_open = is_taken_for_open();
    // So that what lies on a face of the box is in a cell.
    const double spare = radius / 1024;
    const Vector extent = particle_file_->extent();
    load_box(is_open ? "" : particle_file_->periodic(), extent,
             covering_grid({0, 0, 0}, extent, radius, spare, source_));
    scenario_.fluid_particles = particle_file_->particles();
    require_company();
    require_memory();
    const std::string file = doc_.at("geometry").at("file");
    scenario_.initial = given_particles(*particle_file_, radius, at("geometry.file: " + file));
    place_in_box(scenario_.initial);
    fill_stated_fields(physics_kind(scenario_.physics), scenario_.initial);
    const bool is_known =
        described_ != nullptr && described_->configuration_hash == scenario_.configuration_hash;
    const bool is_told = doc_.at("list").contains("capacity");
    load_list_slots(is_known || is_told ? 0 : neighbours_of_scattered());
    if (is_known) scenario_.list_capacity = described_->list_capacity;
    if (particles_ == Particles::leave_out) scenario_.initial = {};
  }

  /// Counts the most neighbours that a particle may have once verification has scattered all.
  double neighbours_of_scattered() const {
    const double reach = scenario_.influence_radius + 2 * std::sqrt(3) * scattered_by(scenario_);
    return static_cast<double>(most_neighbours(with_images(scenario_.initial, reach), reach,
                                               std::numeric_limits<std::uint16_t>::max()));
  }

  /// Whether the scenario says that it takes the file's box, which is periodic, for open. Throws
  /// InputError where it says so of an open one, or does not say the file's unit of length.
  bool is_taken_for_open() const {
    const json& geometry = doc_.at("geometry");
    const std::string& unit = particle_file_->length_unit();
    if (const auto told = geometry.value("length_unit", "m"); told != unit) {
      throw InputError(fmt::format(
          "{}: is \"{}\", and {} is in \"{}\". Give that, and the lengths of physics in it.",
          at("geometry.length_unit"), told, geometry.at("file").get<std::string>(), unit));
    }
    const bool is_open = geometry.value("faces", "") == "open";
    if (is_open && particle_file_->periodic().empty())
      throw InputError(at("geometry.faces: the box is open along each axis. Leave the key out."));
    return is_open;
  }

  double parameter(const json& reference, const std::string& key) const {
    return referenced_parameter(scenario_.parameters, reference.get<std::string>(), at(key));
  }

  static Walls walls(const json& geometry) {
    Walls walls{
        geometry.at("walls").get<std::vector<std::string>>(), geometry.value("wall_layers", 1), {}};
    if (geometry.contains("wall_height")) walls.height = scalar(geometry, "wall_height");
    return walls;
  }

  static Box box(const json& value) { return {vector(value, "lower"), vector(value, "size")}; }

  static std::vector<Box> boxes(const json& values) {
    std::vector<Box> result;
    for (const json& value : values) result.push_back(box(value));
    return result;
  }

  void load_wcsph() {
    const json& physics = doc_.at("physics");
    require_corrected_kernel(physics);
    scenario_.wcsph =
        read_wcsph(physics_kind(scenario_.physics), physics, scenario_.spacing, source_);
    scenario_.influence_radius = influence_ratio(physics) * scenario_.spacing;
    require_neighbours(scenario_, physics, source_);
    const json& geometry = doc_.at("geometry");
    const Vector lower = vector(geometry.at("domain"), "lower");
    scenario_.wcsph.planes = read_penalty_planes(geometry, physics, lower, source_);
  }

  /// A tensile correction goes with a smoothing kernel whose gradient goes to zero with the
  /// distance.
  void require_corrected_kernel(const json& physics) const {
    if (!physics.contains("tensile_correction")) return;
    const std::string kernel = physics_kind(scenario_.physics).smoothing_kernel;
    if (kernel == "cubic-spline") return;
    throw InputError(
        fmt::format("{}: goes with the cubic spline, and \"{}\" has the smoothing kernel {}. Leave "
                    "the key out, "
                    "or use \"wcsph-dynamic-cubic-spline\".",
                    at("physics.tensile_correction"), scenario_.physics, kernel));
  }

  bool is_mixture() const {
    return physics_kind(scenario_.physics).equations == std::string("mixture");
  }

  void require_mixture() const {
    require_phase_volumes(doc_.at("geometry").at("fluid"), source_);
    if (scenario_.time_stepping == TimeStepping::none) return;
    const bool fixed = scenario_.time_stepping == TimeStepping::fixed;
    const double step = fixed ? scenario_.fixed_dt : scenario_.wcsph.courant * acoustic_time();
    const double limit = longest_diffusive_step(scenario_.wcsph);
    if (step <= limit) return;
    throw InputError(fmt::format(
        "{}: a step of {:.3g} s is longer than {:.3g} s, h^2 / (8 D), which the viscosities and "
        "physics.drift.diffusivity allow at this resolution. Divide it by {:.2g}, or choose less "
        "of them.",
        at(fixed ? "time_stepping.dt" : "time_stepping.courant"), step, limit, step / limit));
  }

  /// The schema has asked for a fixed step.
  void load_prediction() {
    if (std::string_view(physics_kind(scenario_.physics).equations) != "pcisph") return;
    scenario_.wcsph.prediction =
        read_prediction(doc_.at("physics"), scenario_.spacing, scenario_.fixed_dt, source_);
  }

  void load_lj_potential() {
    const json& physics = doc_.at("physics");
    const auto number = [&](const char* key) {
      if (!physics.contains(key)) return 0.0f;  // a cost that is stated has no well
      return to_float(scalar(physics, key), at(fmt::format("physics.{}", key)));
    };
    scenario_.lj_potential = {
        number("cutoff"), number("well_depth"), number("zero_radius"), number("softening"),
        read_own_constants(physics_kind(scenario_.physics), physics, at("physics"))};
    scenario_.influence_radius = scalar(physics, "cutoff");
  }

  void load_time_stepping() {
    const json& stepping = doc_.at("time_stepping");
    scenario_.scheme = stepping.value("integrator", default_scheme);
    require_scheme_of_planes(scenario_.wcsph.planes, scenario_.scheme, source_);
    scenario_.euler_every = stepping.value("euler_every", 0u);
    if (stepping.at("scheme") == "fixed") {
      scenario_.time_stepping = TimeStepping::fixed;
      scenario_.fixed_dt = scalar(stepping, "dt");
      scenario_.wcsph.fixed_dt = to_float(scenario_.fixed_dt, at("time_stepping.dt"));
      if (!physics_kind(scenario_.physics).is_potential()) check_fixed_step();
      require_viscous_step(scenario_.fixed_dt, "time_stepping.dt");
      require_step_of_planes(scenario_.fixed_dt, "time_stepping.dt");
    }
    if (stepping.at("scheme") == "adaptive") {
      require_known_step();
      scenario_.time_stepping = TimeStepping::adaptive;
      scenario_.wcsph.courant = to_float(scalar(stepping, "courant"), at("time_stepping.courant"));
      require_courant();
      require_viscous_step(scenario_.wcsph.courant * acoustic_time(), "time_stepping.courant");
      require_step_of_planes(scenario_.wcsph.courant * acoustic_time(), "time_stepping.courant");
    }
  }

  /// Such as those that advance the stress of an elastic body by it.
  void require_known_step() const {
    if (!physics_kind(scenario_.physics).needs_fixed_step) return;
    throw InputError(fmt::format(
        "{}: the passes of \"{}\" must know the step before it is taken. Use \"fixed\" with a dt.",
        at("time_stepping.scheme"), scenario_.physics));
  }

  /// No explicit scheme is stable when sound crosses more than a smoothing length in a step.
  void require_courant() const {
    if (scenario_.wcsph.courant <= 1) return;
    throw InputError(fmt::format(
        "{}: {} of the largest stable step are more than that. Choose less than 1, usually 0.3.",
        at("time_stepping.courant"), scenario_.wcsph.courant));
  }

  /// A run that never ends is not begun.
  void require_end() const {
    if (const auto why = too_many_steps(scenario_, scenario_.end_time))
      throw InputError(fmt::format("{}: {}.", at("end_time"), *why));
  }

  /// What moves faster than sound is compressed without a limit, and what crosses a smoothing
  /// length in a step passes through its neighbours.
  void require_slow_boxes() const {
    const auto check = [&](const char* key, ParticleType type) {
      const json boxes = doc_.at("geometry").value(key, json::array());
      for (std::size_t k = 0; k < boxes.size(); ++k) {
        const std::string where = at(fmt::format("geometry.{}[{}]", key, k));
        if (boxes[k].contains("velocity"))
          require_slow(vector(boxes[k], "velocity"), fastest_beginning(type), where + ".velocity");
        if (boxes[k].contains("vortex"))
          require_slow(fastest_of_vortex(boxes[k]), fastest_beginning(type),
                       where + ".vortex.speed");
      }
    };
    check("fluid", ParticleType::fluid);
    check("second_fluid", ParticleType::second_fluid);
  }

  static Vector fastest_of_vortex(const json& described) {
    const double speed = scalar(described.at("vortex"), "speed");
    const Vector size = vector(described, "size");
    return {std::max(speed, speed * size[1] / size[0]), 0, 0};
  }

  double fastest_beginning(ParticleType type) const {
    const double sound = fluid_constants(scenario_.wcsph, type).sound_speed;
    const double crossing = scenario_.wcsph.smoothing_length / scenario_.fixed_dt;
    return sound > 0 ? std::min(sound, crossing) : crossing;
  }

  static void require_slow(const Vector& velocity, double limit, const std::string& where) {
    const double speed = std::hypot(velocity[0], velocity[1], velocity[2]);
    if (speed <= limit) return;
    throw InputError(fmt::format(
        "{}: {:.3g} m/s are faster than {:.3g} m/s, at which sound travels, or a particle crosses "
        "a smoothing length in a step. Begin slower, or change physics and step.",
        where, speed, limit));
  }

  void require_company() const {
    if (scenario_.particles() > 1) return;
    throw InputError(
        at("geometry: one particle alone has no neighbour. Raise the resolution, or enlarge what "
           "it fills."));
  }

  /// Tells where the fields of the particles are given, for whoever knows which there are.
  void name_fields() {
    for (const char* key : {"fluid", "second_fluid"}) {
      const json& boxes = doc_.at("geometry").value(key, json::array());
      for (std::size_t k = 0; k < boxes.size(); ++k) {
        const json fields = boxes[k].value("fields", json::object());
        for (const auto& [name, values] : fields.items()) {
          scenario_.given_fields.try_emplace(
              name, GivenField{at(fmt::format("geometry.{}[{}].fields.{}", key, k, name)),
                               static_cast<std::uint32_t>(values.size())});
        }
      }
    }
  }

  /// What sound needs for a smoothing length, at rest.
  double acoustic_time() const {
    const WcsphConstants& c = scenario_.wcsph;
    return c.smoothing_length / std::max(c.sound_speed, c.second_fluid.sound_speed);
  }

  /// Steps that sound limits must be short enough for the viscosity, too: h^2 / (8 nu), as Morris,
  /// Fox and Zhu (1997) have it. @param step the longest that there may be [s].
  void require_viscous_step(double step, const char* key) const {
    const WcsphConstants& c = scenario_.wcsph;
    if (!(c.dynamic_viscosity > 0)) return;
    const double h = c.smoothing_length;
    const double diffusion_time = h * h * c.rest_density / (8 * c.dynamic_viscosity);
    if (step <= diffusion_time) return;
    throw InputError(
        fmt::format("{}: a step of {:.3g} s is longer than {:.3g} s, h^2 rho0 / (8 mu), which "
                    "physics.dynamic_viscosity allows at this resolution. Divide it by {:.2g}, or "
                    "choose less viscosity.",
                    at(key), step, diffusion_time, step / diffusion_time));
  }

  /// @param step the longest that there may be [s].
  void require_step_of_planes(double step, const char* key) const {
    const double limit = longest_step(scenario_.wcsph.planes);
    if (step <= limit) return;
    throw InputError(fmt::format(
        "{}: in a step of {:.3g} s the planes throw back what meets them: physics.plane_stiffness "
        "and plane_damping allow {:.3g} s. Divide it by {:.2g}, or choose softer planes.",
        at(key), step, limit, step / limit));
  }

  /// No explicit scheme is stable when sound crosses more than a smoothing length in a step; where
  /// there is none, what falls must not.
  void check_fixed_step() const {
    const float3 g = scenario_.wcsph.gravity;
    const double falling = std::sqrt(scenario_.wcsph.smoothing_length / std::hypot(g.x, g.y, g.z));
    const bool has_sound = std::isfinite(acoustic_time());
    const double limit = has_sound ? acoustic_time() : falling;
    if (scenario_.fixed_dt <= limit) return;
    throw InputError(fmt::format(
        "{}: {} s is longer than {} needs for a smoothing length, {:.3g} s, at this resolution. "
        "Shorten it to a third of that.",
        at("time_stepping.dt"), scenario_.fixed_dt, has_sound ? "sound" : "a fall", limit));
  }

  bool is_hydrostatic(const Placement& placement) const {
    if (doc_.value("initial_density", "rest") != "hydrostatic") return false;
    if (placement.law == PlacementLaw::random) {
      throw InputError(
          at("initial_density: where particles are placed at random, no column above "
             "them is known. Use \"rest\", or another geometry.placement.law."));
    }
    const float3& gravity = scenario_.wcsph.gravity;
    if (gravity.x != 0 || gravity.y != 0 || gravity.z > 0) {
      throw InputError(
          at("initial_density: \"hydrostatic\" needs physics.gravity along -z. Use \"rest\"."));
    }
    return true;
  }

  /// @param neighbours that a particle may have.
  void load_list_slots(double neighbours) {
    const json& list = doc_.at("list");
    scenario_.list_capacity_given = list.contains("capacity");
    scenario_.list_capacity = scenario_.list_capacity_given
                                  ? list.at("capacity").get<std::uint32_t>()
                                  : list_slots(neighbours, source_);
    if (list.contains("second_capacity"))
      scenario_.second_list_capacity = list.at("second_capacity").get<std::uint32_t>();
  }

  bool moves() const { return scenario_.time_stepping != TimeStepping::none; }

  Grid lattice_grid(const Lattice& lattice) const {
    Vector upper{};
    for (int axis = 0; axis < 3; ++axis) {
      upper[axis] =
          lattice.lower[axis] + static_cast<double>(lattice.domain.end[axis]) * lattice.spacing;
    }
    // Half a cell to spare on each side, for what is pushed out, costs at most one more layer of
    // cells. Where nothing moves, the outermost cells are as full as the others.
    const double spare = moves() ? scenario_.influence_radius / 2 : 0;
    return covering_grid(lattice.lower, upper, scenario_.influence_radius, spare, source_);
  }

  void require_memory() const {
    require_particles(scenario_.fluid_particles + scenario_.second_fluid_particles +
                          scenario_.body_particles + scenario_.boundary_particles,
                      available_host_memory(), source_);
  }

  json doc_;
  std::string source_;
  Particles particles_;
  const Scenario* described_;
  std::optional<ParticleFile> particle_file_;  ///< where the arrangement is "file"
  Scenario scenario_;
};

}  // namespace

PhysicsConstants Scenario::constants() const {
  const PhysicsKind* kind = find_physics(physics);
  if (kind != nullptr && kind->is_potential()) return PhysicsConstants::of(lj_potential);
  return PhysicsConstants::of(wcsph);
}

json scenario_document(const std::filesystem::path& file) {
  return load_extended_json("scenario", file);
}

Scenario load_scenario(const std::filesystem::path& file,
                       const std::map<std::string, double>& overrides, const Scenario* described) {
  return load_scenario(scenario_document(file), file, overrides, described);
}

Scenario load_scenario(json document, const std::filesystem::path& file,
                       const std::map<std::string, double>& overrides, const Scenario* described) {
  schema_of_scenarios().check(document, file.string());
  return Loader(std::move(document), file.string(), Loader::Particles::create, described)
      .load(overrides);
}

Scenario describe_scenario(const std::filesystem::path& file,
                           const std::map<std::string, double>& overrides) {
  return describe_scenario(scenario_document(file), file, overrides);
}

Scenario describe_scenario(json document, const std::filesystem::path& file,
                           const std::map<std::string, double>& overrides) {
  schema_of_scenarios().check(document, file.string());
  return Loader(std::move(document), file.string(), Loader::Particles::leave_out).load(overrides);
}

std::optional<Scenario> load_scenario_to_verify(const std::filesystem::path& file) {
  const json document = scenario_document(file);
  if (!document.contains("verification")) return std::nullopt;
  schema_of_scenarios().check(document, file.string());
  return Loader(document, file.string()).load(document.at("verification"));
}

std::filesystem::path find_scenario(const std::string& name,
                                    const std::vector<std::filesystem::path>& directories) {
  return find_json("scenario", name, directories);
}

}  // namespace sphlab
