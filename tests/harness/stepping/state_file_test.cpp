// A run's state in a file: what was written is read, to the bit, and what cannot be continued is
// refused with the reason.
#include "harness/stepping/state_file.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "harness/scenarios/particle_file.hpp"
#include "tests/harness/scenarios/edited_file.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/state_equality.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

class StateFiles : public testing::Test {
 protected:
  StateFiles() {
    water_.parameters = {{"particles_per_height", 7}};
    water_.configuration_hash = "0123456789abcdef";
    water_.scheme = "verlet";
    state_ = {"", water_.initial, 1.0 / 3, 47};
    state_.particles.position[3].x = -5;  // it has left
    state_.particles.velocity[2].y = -0.0f;
    state_.particles.velocity[4].z = std::numeric_limits<float>::denorm_min();
    std::vector<float>& field = state_.particles.fields["A Field of 4 words, and longer"];
    for (std::size_t i = 0; i < 4 * water_.particles(); ++i)
      field.push_back(1 / static_cast<float>(i + 1));
    state_.particles.fields["another"].assign(water_.particles(), 0.1f);
  }

  std::filesystem::path written() const {
    return folder_.write("state.particles", state_file(state_, water_));
  }
  SavedState read() const { return read_state_file(written(), water_); }

  /// The message of reading the state for a run of the scenario with something changed.
  std::string error_of_run(const std::function<void(Scenario&)>& edit) const {
    Scenario other = water_;
    edit(other);
    return input_error([&] { read_state_file(written(), other); });
  }

  /// The message of reading the state with its text or its arrays changed, and a checksum that
  /// fits.
  std::string error_of_file(
      const std::function<void(json&)>& edit_text,
      const std::function<void(std::vector<ParticleArray>&)>& edit_arrays =
          [](std::vector<ParticleArray>&) {}) const {
    const ParticleFile whole(written());
    json text = json::parse(whole.text());
    edit_text(text);
    std::vector<ParticleArray> arrays = whole.arrays();
    edit_arrays(arrays);
    const auto file = folder_.write(
        "other.particles",
        particle_file({whole.particles(), whole.lower(), whole.upper(), arrays, text.dump()}));
    return input_error([&] { read_state_file(file, water_); });
  }
  std::string error_of_arrays(const std::function<void(std::vector<ParticleArray>&)>& edit) const {
    return error_of_file([](json&) {}, edit);
  }

  TemporaryFolder folder_;
  Scenario water_ = test::moving_water();
  SavedState state_;
};

TEST_F(StateFiles, HoldTheStateToTheBit) {
  const SavedState again = read();
  EXPECT_EQ(again.time, state_.time);
  EXPECT_EQ(again.step, state_.step);
  EXPECT_EQ(again.particles.time, state_.time);
  test::expect_same_state(again.particles, state_.particles);
  ASSERT_EQ(again.particles.fields.size(), 2u);
  for (const auto& [name, values] : state_.particles.fields)
    EXPECT_TRUE(test::same_bits(again.particles.fields.at(name), values)) << name;
}

TEST_F(StateFiles, AreParticleFilesInTheDomain) {
  const ParticleFile file(written());
  EXPECT_EQ(file.particles(), water_.particles());
  EXPECT_EQ(file.length_unit(), "m");
  EXPECT_EQ(file.lower(), (Vector{0, 0, 0}));
  EXPECT_EQ(file.upper(), (Vector{1, 1, 1}));
  EXPECT_EQ(file.position(7)[2], double{water_.initial.position[7].z});
}

TEST_F(StateFiles, AreOfOneRun) {
  EXPECT_TRUE(mentions(error_of_run([](Scenario& other) { other.name = "another"; }),
                       {"state.particles: scenario.name", "made by hand", "another"}));
  EXPECT_TRUE(
      mentions(error_of_run([](Scenario& other) { other.parameters["particles_per_height"] = 8; }),
               {"state.particles: scenario.parameters.particles_per_height", "is 7",
                "8 in this run", "--set particles_per_height=7."}));
  EXPECT_TRUE(mentions(error_of_run([](Scenario& other) { other.parameters.clear(); }),
                       {"particles_per_height", "absent"}));
  EXPECT_TRUE(mentions(error_of_run([](Scenario& other) { other.physics = "wcsph-dynamic"; }),
                       {"state.particles: physics", "wcsph-lj", "wcsph-dynamic", "Undo"}));
  EXPECT_TRUE(mentions(error_of_run([](Scenario& other) { other.scheme = "symplectic"; }),
                       {"state.particles: scheme", "verlet", "symplectic", "Undo"}));
  EXPECT_TRUE(mentions(error_of_run([](Scenario& other) { other.configuration_hash = "f"; }),
                       {"state.particles: scenario.configuration_hash", "0123456789abcdef"}));
  EXPECT_TRUE(mentions(error_of_run([](Scenario& other) {
                         other.initial = {};
                         other.fluid_particles = 2;
                         other.boundary_particles = 3;
                       }),
                       {"state.particles: particles", "294", "5 in this run"}));
}

TEST_F(StateFiles, OfALaterVersionAreRefused) {
  for (const json& version : {json(2), json(0), json("1"), json()})
    EXPECT_TRUE(mentions(error_of_file([&](json& text) { text["schema_version"] = version; }),
                         {"other.particles: schema_version", version.dump(), "reads 1"}));
  EXPECT_TRUE(mentions(error_of_file([](json& text) { text = json::array(); }),
                       {"other.particles: schema_version"}));
}

TEST_F(StateFiles, ThatAreDamagedAreTold) {
  const std::string whole = state_file(state_, water_);
  const auto error_of = [&](const std::string& bytes) {
    return input_error([&] { read_state_file(folder_.write("cut.particles", bytes), water_); });
  };
  for (const std::size_t kept : {std::size_t{10}, whole.size() / 2, whole.size() - 1})
    EXPECT_TRUE(mentions(error_of(whole.substr(0, kept)), {"cut.particles", "truncated"})) << kept;
  for (const std::size_t at : {std::size_t{500}, whole.size() / 2, whole.size() - 2}) {
    std::string damaged = whole;
    damaged[at] ^= 1;
    EXPECT_TRUE(mentions(error_of(damaged), {"cut.particles: checksum", "damaged"})) << at;
  }
}

TEST_F(StateFiles, HaveWhatAStateHas) {
  for (const char* key : {"scenario", "physics", "scheme", "time_s", "step", "fields"})
    EXPECT_TRUE(
        mentions(error_of_file([&](json& text) { text.erase(key); }), {"other.particles", key}));
  for (const json& time : {json(-1), json(), json("0.1")})
    EXPECT_TRUE(mentions(error_of_file([&](json& text) { text["time_s"] = time; }),
                         {"other.particles", "time_s"}));
  for (const json& step : {json(-1), json(0.5), json(std::uint64_t{1} << 32)})
    EXPECT_TRUE(mentions(error_of_file([&](json& text) { text["step"] = step; }),
                         {"other.particles", "step"}));
  for (const std::size_t missing : {1, 2, 3, 4, 5, 6, 7})
    EXPECT_TRUE(mentions(
        error_of_arrays([&](auto& arrays) { arrays[missing].name = "x" + arrays[missing].name; }),
        {"other.particles: arrays", "there is no '", "sphlab simulate"}));
  EXPECT_TRUE(mentions(error_of_arrays([](auto& arrays) { arrays[5].element = "f4"; }),
                       {"other.particles: id", "f4"}));
  EXPECT_TRUE(mentions(input_error([&] {
                         const ParticleFile file(written());
                         read_state_file(
                             folder_.write("plain.particles",
                                           particle_file({file.particles(), file.lower(),
                                                          file.upper(), file.arrays(), ""})),
                             water_);
                       }),
                       {"plain.particles: text", "no state of a run", "sphlab simulate"}));
  const std::vector<std::uint8_t> types(water_.particles(), 9);
  EXPECT_TRUE(mentions(error_of_arrays([&](auto& arrays) {
                         arrays[4].data = reinterpret_cast<const std::byte*>(types.data());
                       }),
                       {"other.particles: type and id[0]", "9"}));
}

TEST_F(StateFiles, WithNumbersThatAreNoneAreRefused) {
  const ParticleState sound = state_.particles;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::pair<const char*, std::function<void(ParticleState&)>> none[] = {
      {"position[5]", [](ParticleState& bad) { bad.position[5].z = nan; }},
      {"pressure-term[5]", [](ParticleState& bad) { bad.position[5].w = nan; }},
      {"velocity[6]", [](ParticleState& bad) { bad.velocity[6].x = -1 / 0.0f; }},
      {"relative-density[0]", [](ParticleState& bad) { bad.velocity[0].w = nan; }},
      {"field-0[2]",
       [](ParticleState& bad) { bad.fields["A Field of 4 words, and longer"][9] = nan; }}};
  for (const auto& [where, spoil] : none) {
    state_.particles = sound;
    spoil(state_.particles);
    EXPECT_TRUE(mentions(input_error([&] { read(); }),
                         {std::string("state.particles: ") + where, "no finite number"}));
  }
}

}  // namespace
}  // namespace sphlab
