// The files of a simulation: VTK, CSV, and writing them whole.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <functional>
#include <limits>

#include "harness/cli/atomic_file.hpp"
#include "harness/cli/diagnostics.hpp"
#include "harness/cli/vtk_writer.hpp"
#include "harness/error.hpp"
#include "tests/harness/scenarios/edited_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

WcsphConstants water() {
  WcsphConstants constants{};
  constants.particle_mass = 2;
  constants.rest_density = 1000;
  constants.sound_speed = 40;
  constants.polytropic_exponent = 7;
  constants.gravity = {0, 0, -10};
  return constants;
}

/// Two fluid particles and one of the wall.
ParticleState state() {
  return {{{0.25f, 0.5f, 0.75f, 0.002f}, {0.5f, 0.5f, 0.5f, 0}, {0, 0, 0, 0}},
          {{3, 4, 0, 0.01f}, {0, 0, 0, 0}, {0, 0, 0, 0}},
          {make_identity(ParticleType::fluid, 7), make_identity(ParticleType::fluid, 8),
           make_identity(ParticleType::boundary, 9)}};
}

Grid unit_grid() {
  return {{0, 0, 0}, 4.0f, {4, 4, 4}, 64};
}

std::uint64_t number_at(const std::string& file, std::size_t place) {
  std::uint64_t number = 0;
  std::memcpy(&number, file.data() + place, sizeof number);
  return number;
}

/// The values of an array of a .vtp file, found as a reader finds them: by the offset in its
/// element, behind the sizes of the compressed blocks.
template <class T>
std::vector<T> array_of(const std::string& file, const std::string& name) {
  const std::size_t element = file.find("Name=\"" + name + "\"");
  const std::size_t attribute = file.find("offset=\"", element) + std::strlen("offset=\"");
  const std::size_t offset = std::stoull(file.substr(attribute));
  const std::size_t data = file.find("encoding=\"raw\">\n_") + std::strlen("encoding=\"raw\">\n_");
  constexpr std::size_t word = sizeof(std::uint64_t);
  const std::size_t header = data + offset;
  const std::uint64_t blocks = number_at(file, header);
  const std::uint64_t whole = number_at(file, header + word);
  const std::uint64_t last = number_at(file, header + 2 * word);
  std::size_t place = header + (3 + blocks) * word;
  std::vector<T> values;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const std::uint64_t packed = number_at(file, header + (3 + block) * word);
    uLongf bytes = block + 1 == blocks && last > 0 ? last : whole;
    std::vector<T> some(bytes / sizeof(T));
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(some.data()), &bytes,
                         reinterpret_cast<const Bytef*>(file.data() + place), packed),
              Z_OK);
    EXPECT_EQ(bytes, some.size() * sizeof(T));
    values.insert(values.end(), some.begin(), some.end());
    place += packed;
  }
  return values;
}

TEST(VtkWriter, WritesEveryArrayWhereItsOffsetSays) {
  const TemporaryFolder folder;
  write_vtp(folder.path() / "a.vtp", 0.1, state(), water());
  const std::string file = file_text(folder.path() / "a.vtp");
  EXPECT_NE(file.find("NumberOfPoints=\"3\" NumberOfVerts=\"3\""), std::string::npos);
  EXPECT_NE(file.find("Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">0.1<"),
            std::string::npos);
  EXPECT_EQ(array_of<float>(file, "position [m]"),
            (std::vector<float>{0.25f, 0.5f, 0.75f, 0.5f, 0.5f, 0.5f, 0, 0, 0}));
  EXPECT_EQ(array_of<float>(file, "velocity [m/s]"),
            (std::vector<float>{3, 4, 0, 0, 0, 0, 0, 0, 0}));
  const auto density = array_of<float>(file, "density [kg/m^3]");
  ASSERT_EQ(density.size(), 3u);
  EXPECT_FLOAT_EQ(density[0], 1010);
  EXPECT_FLOAT_EQ(array_of<float>(file, "pressure [Pa]").at(0), 0.002f * 1010 * 1010);
  EXPECT_EQ(array_of<std::uint8_t>(file, "type"), (std::vector<std::uint8_t>{0, 0, 1}));
  EXPECT_EQ(array_of<std::uint32_t>(file, "id"), (std::vector<std::uint32_t>{7, 8, 9}));
  EXPECT_EQ(array_of<std::int64_t>(file, "connectivity"), (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(array_of<std::int64_t>(file, "offsets"), (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(VtkWriter, CompressesLongArraysInBlocks) {
  const TemporaryFolder folder;
  ParticleState many;
  constexpr std::size_t count = 100000;  // of whose positions a block has less
  many.position.resize(count);
  many.velocity.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    many.position[i].x = static_cast<float>(i);
    many.identity.push_back(make_identity(ParticleType::fluid, i));
  }
  write_vtp(folder.path() / "many.vtp", 0, many, water());
  const std::string file = file_text(folder.path() / "many.vtp");
  EXPECT_LT(file.size(), count * sizeof(float) * 3);
  const auto position = array_of<float>(file, "position [m]");
  ASSERT_EQ(position.size(), 3 * count);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(position[3 * i], static_cast<float>(i));
}

TEST(VtkWriter, WritesEveryFieldOfTheState) {
  const TemporaryFolder folder;
  ParticleState with_field = state();
  with_field.fields["previous-velocity"] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  with_field.position[1].x = 1.5f;  // outside the grid
  const ParticleState live = live_particles(with_field, unit_grid());
  write_vtp(folder.path() / "a.vtp", 0.1, live, water());
  const std::string file = file_text(folder.path() / "a.vtp");
  EXPECT_NE(file.find("Name=\"previous-velocity\" NumberOfComponents=\"4\""), std::string::npos);
  EXPECT_EQ(array_of<float>(file, "previous-velocity"),
            (std::vector<float>{1, 2, 3, 4, 9, 10, 11, 12}));
}

TEST(LiveParticles, AreThoseInsideTheGrid) {
  ParticleState moved = state();
  moved.position[1].x = 1.5f;
  moved.position[2].y = not_a_number;
  const ParticleState live = live_particles(moved, unit_grid());
  EXPECT_EQ(live.identity, std::vector<std::uint32_t>{make_identity(ParticleType::fluid, 7)});
  EXPECT_EQ(live.position.size(), 1u);
  EXPECT_EQ(live.velocity.size(), 1u);
}

TEST(History, SumsOverTheFluid) {
  const TemporaryFolder folder;
  History history;
  history.add(0.5, state(), 3, water());
  history.write(folder.path() / "energy.csv");
  const std::string text = file_text(folder.path() / "energy.csv");
  const std::string row = text.substr(text.find('\n') + 1);
  std::istringstream cells(row);
  std::vector<double> values;
  for (std::string cell; std::getline(cells, cell, ',');) values.push_back(std::stod(cell));
  ASSERT_EQ(values.size(), 12u);
  EXPECT_DOUBLE_EQ(values[0], 0.5);
  EXPECT_DOUBLE_EQ(values[1], 25) << "kinetic energy";
  EXPECT_DOUBLE_EQ(values[2], 25) << "potential energy";
  EXPECT_DOUBLE_EQ(values[4], 6) << "momentum along x";
  EXPECT_DOUBLE_EQ(values[5], 8) << "momentum along y";
  EXPECT_DOUBLE_EQ(values[7], 1000) << "least density";
  EXPECT_NEAR(values[8], 1010, 1e-4) << "greatest density";
  EXPECT_DOUBLE_EQ(values[9], 0.5) << "front";
  EXPECT_DOUBLE_EQ(values[10], 5) << "greatest speed";
  EXPECT_DOUBLE_EQ(values[11], 3) << "lost particles";
}

TEST(History, GoesOnBehindRowsThatAreThere) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "energy.csv";
  History whole;
  for (const double time : {0.0, 0.1, 0.3}) whole.add(time, state(), 3, water());
  whole.write(file);
  const std::string text = file_text(file);
  History continued;
  EXPECT_EQ(continued.take_before(0.3, file), (std::vector<double>{0, 0.1}));
  continued.add(0.3, state(), 3, water());
  continued.write(file);
  EXPECT_EQ(file_text(file), text);
  EXPECT_EQ(History().take_before(0.4, file).size(), 3u);
  EXPECT_TRUE(mentions(input_error([&] { History().take_before(0.2, file); }),
                       {"energy.csv:4", "0.3 s, behind", "0.2 s", "--output"}));
}

TEST(History, RefusesRowsThatAreNone) {
  const TemporaryFolder folder;
  History history;
  history.add(0, state(), 0, water());
  history.write(folder.path() / "energy.csv");
  const std::string text = file_text(folder.path() / "energy.csv");
  const auto error_of = [&](const std::string& changed) {
    return input_error([&] { History().take_before(1, folder.write("other.csv", changed)); });
  };
  EXPECT_TRUE(mentions(error_of(""), {"other.csv:1", "no history", "--output"}));
  EXPECT_TRUE(mentions(error_of("x" + text), {"other.csv:1", "no history"}));
  EXPECT_TRUE(mentions(error_of(text + "0.5,1,2\n"), {"other.csv:3", "no row"}));
  EXPECT_TRUE(mentions(error_of(text + text), {"other.csv:3", "no row"}));
}

TEST(History, RefusesARunThatHasDiverged) {
  ParticleState broken = state();
  broken.velocity[0].x = not_a_number;
  History history;
  try {
    history.add(0.5, broken, 0, water());
    FAIL() << "the energy is not a number";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::verification);
  }
}

TEST(AtomicFile, ReplacesTheWholeFile) {
  const TemporaryFolder folder;
  const auto file = folder.write("file", "before");
  write_atomically(file, "after");
  EXPECT_EQ(file_text(file), "after");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "file.part"));
}

TEST(AtomicFile, KeepsTheOldFileWhenTheNewCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_atomically("/proc/sphlab/file", "text"), Error);
  const auto file = folder.write("file", "before");
  std::filesystem::create_symlink("/dev/full", folder.path() / "file.part");
  EXPECT_THROW(write_atomically(file, "after"), Error);
  EXPECT_EQ(file_text(file), "before");
}

ExitCode code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.code;
  }
  return ExitCode::ok;
}

TEST(ReservedFile, IsOfOneWriter) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "file";
  using Existing = ReservedFile::Existing;
  for (const Existing existing : {Existing::refuse, Existing::replace}) {
    ReservedFile first(file, existing, "--json");
    EXPECT_EQ(code_of([&] { ReservedFile(file, existing, "--json"); }), ExitCode::output);
    EXPECT_FALSE(std::filesystem::exists(file)) << "not before it is whole";
    first.write("first");
    EXPECT_EQ(file_text(file), "first");
    EXPECT_EQ(code_of([&] { ReservedFile(file, Existing::refuse, "--json"); }), ExitCode::output);
    EXPECT_EQ(code_of([&] { ReservedFile(file, Existing::replace).write("second"); }),
              ExitCode::ok);
    EXPECT_EQ(file_text(file), "second");
    std::filesystem::remove(file);
  }
}

TEST(ReservedFile, LeavesNothingWhereNothingWasWritten) {
  const TemporaryFolder folder;
  { const ReservedFile unused(folder.path() / "file", ReservedFile::Existing::refuse); }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_EQ(code_of([&] {
              ReservedFile(folder.path() / "none" / "file", ReservedFile::Existing::refuse);
            }),
            ExitCode::output)
      << "what cannot be written is known at once";
  ReservedFile("", ReservedFile::Existing::refuse).write("nowhere");
}

TEST(ReservedFile, OfADeviceIsTheDevice) {
  ReservedFile("/dev/null", ReservedFile::Existing::replace).write("text");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(code_of([] { ReservedFile("/dev/full", ReservedFile::Existing::replace).write("x"); }),
            ExitCode::output);
}

TEST(ReservedFolder, IsOfOneWriter) {
  const TemporaryFolder folder;
  const auto place = folder.path() / "frames";
  {
    const ReservedFolder first(place, "--output");
    EXPECT_EQ(code_of([&] { ReservedFolder(place, "--output"); }), ExitCode::output);
  }
  EXPECT_EQ(code_of([&] { ReservedFolder(place, "--output"); }), ExitCode::ok);
}

}  // namespace
}  // namespace sphlab
