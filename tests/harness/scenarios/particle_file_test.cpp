#include "harness/scenarios/particle_file.hpp"

#include <limits>
#include <random>

#include "tests/harness/scenarios/edited_file.hpp"
#include "tests/support/made_particle_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using test::MadeParticleFile;

MadeParticleFile two_particles() {
  return {2,
          {MadeParticleFile::positions({0, 0.25, 0.5, 1, 0.75, 0.125}),
           {"mass", "kg", "f4", 1, MadeParticleFile::bytes_of<float>({3, 4})},
           {"type", "1", "u1", 1, std::string("\0\1", 2)}}};
}

class ParticleFiles : public testing::Test {
 protected:
  /// What reading a file of these bytes throws.
  std::string error_of(const std::string& bytes) const {
    const auto file = folder_.write("some.particles", bytes);
    return input_error([&] { ParticleFile particles(file); });
  }
  TemporaryFolder folder_;
};

TEST_F(ParticleFiles, HaveWhatWasWritten) {
  const ParticleFile file(folder_.write("some.particles", two_particles().sealed()));
  EXPECT_EQ(file.particles(), 2u);
  EXPECT_EQ(file.length_unit(), "m");
  EXPECT_EQ(file.periodic(), "");
  EXPECT_EQ(file.lower(), (Vector{0, 0, 0}));
  EXPECT_EQ(file.upper(), (Vector{1, 1, 1}));
  EXPECT_EQ(file.position(0), (Vector{0, 0.25, 0.5}));
  EXPECT_EQ(file.position(1), (Vector{1, 0.75, 0.125}));
  ASSERT_EQ(file.arrays().size(), 3u);
  ASSERT_NE(file.find("mass"), nullptr);
  EXPECT_EQ(file.find("mass")->unit, "kg");
  EXPECT_EQ(reinterpret_cast<const float*>(file.find("mass")->data)[1], 4.0f);
  EXPECT_EQ(file.find("type")->data[1], std::byte{1});
  EXPECT_EQ(file.find("velocity"), nullptr);
}

TEST_F(ParticleFiles, HavePositionsOfEitherPrecision) {
  const MadeParticleFile::Array single{"position", "kpc", "f4", 3,
                                       MadeParticleFile::bytes_of<float>({0.1f, 0.2f, 0.3f})};
  const ParticleFile file(
      folder_.write("some.particles", MadeParticleFile(1, {single}).periodic(5).sealed()));
  EXPECT_EQ(file.position(0), (Vector{0.1f, 0.2f, 0.3f}));
  EXPECT_EQ(file.length_unit(), "kpc");
  EXPECT_EQ(file.periodic(), "xz");
}

/// `sphlab-analysis import` has written it: analysis/tests/particles/test_formats.py.
TEST_F(ParticleFiles, OfTheImportAreRead) {
  const ParticleFile file(SPHLAB_SOURCE_DIR "/analysis/tests/data/particles/four.particles");
  EXPECT_EQ(file.particles(), 4u);
  EXPECT_EQ(file.length_unit(), "mm");
  EXPECT_EQ(file.periodic(), "xz");
  EXPECT_EQ(file.upper(), (Vector{1, 2, 3}));
  EXPECT_EQ(file.position(3), (Vector{0.75, 1.5, 0.625}));
  ASSERT_NE(file.find("mass"), nullptr);
  EXPECT_EQ(file.find("mass")->unit, "kg");
  EXPECT_EQ(reinterpret_cast<const double*>(file.find("mass")->data)[2], 2.5);
  EXPECT_EQ(reinterpret_cast<const std::uint32_t*>(file.find("type")->data)[3], 1u);
}

TEST_F(ParticleFiles, ThatAreWrittenAreRead) {
  const std::vector<float> position{0, 0.25f, 0.5f, 1, 0.75f, 0.125f};
  const std::vector<std::uint8_t> type{0, 1};
  const auto bytes = [](const auto& values) {
    return reinterpret_cast<const std::byte*>(values.data());
  };
  const ParticleFileContent content{
      2,
      {-1, 0, 0.125},
      {1, 2, 3},
      {{"position", "m", "f4", 3, bytes(position)},
       {"a-name-of-24-characters-", "a-unit-of-16-chs", "u1", 1, bytes(type)}},
      "some words"};
  const ParticleFile file(folder_.write("some.particles", particle_file(content)));
  EXPECT_EQ(file.particles(), 2u);
  EXPECT_EQ(file.lower(), content.lower);
  EXPECT_EQ(file.upper(), content.upper);
  EXPECT_EQ(file.periodic(), "");
  EXPECT_EQ(file.position(1), (Vector{1, 0.75, 0.125}));
  EXPECT_EQ(file.text(), "some words");
  ASSERT_EQ(file.arrays().size(), 2u);
  EXPECT_EQ(file.arrays()[1].name, content.arrays[1].name);
  EXPECT_EQ(file.arrays()[1].unit, content.arrays[1].unit);
  EXPECT_EQ(file.arrays()[1].data[1], std::byte{1});
}

TEST_F(ParticleFiles, HaveATextBehindTheirTable) {
  EXPECT_EQ(ParticleFile(folder_.write("some.particles", two_particles().sealed())).text(), "");
  for (const std::uint64_t begin :
       {std::uint64_t{1}, std::uint64_t{96 + 3 * 64 - 1},
        std::uint64_t{two_particles().sealed().size()}, ~std::uint64_t{0}})
    EXPECT_TRUE(mentions(error_of(two_particles().put(88, begin).sealed()),
                         {"some.particles: text", std::to_string(begin)}));
}

TEST_F(ParticleFiles, AreKnownByWhatTheyHold) {
  const auto content = [&](const std::string& name, const MadeParticleFile& made) {
    return ParticleFile(folder_.write(name, made.sealed())).content();
  };
  const std::string one = content("one", two_particles());
  EXPECT_EQ(content("another", two_particles()), one);
  EXPECT_NE(content("moved", two_particles().box({0, 0, 0}, {1, 1, 2})), one);
  EXPECT_NE(content("open", two_particles().periodic(1)), one);
}

TEST_F(ParticleFiles, OfOtherKindsAreToldFromThem) {
  EXPECT_TRUE(mentions(error_of(""), {"some.particles: header", "holds 0 of its 96", "import"}));
  EXPECT_TRUE(mentions(error_of(std::string(200, 'x')), {"header", "begins with 'xxxxxxxx'"}));
  EXPECT_TRUE(mentions(error_of(two_particles().put(8, 2u).sealed()), {"version", "is 2", "1"}));
  EXPECT_TRUE(mentions(input_error([&] { ParticleFile file(folder_.path()); }), {"no regular"}));
  EXPECT_TRUE(mentions(input_error([&] { ParticleFile file(folder_.path() / "no"); }),
                       {"cannot be read: No such file"}));
}

TEST_F(ParticleFiles, ThatAreTruncatedOrDamagedAreTold) {
  const std::string whole = two_particles().sealed();
  for (const std::size_t kept : {whole.size() - 1, std::size_t{300}, std::size_t{96}})
    EXPECT_TRUE(mentions(error_of(whole.substr(0, kept)), {"size", "truncated"})) << kept;
  EXPECT_TRUE(mentions(error_of(whole.substr(0, 95)), {"header", "95 of its 96"}));
  EXPECT_TRUE(mentions(error_of(whole + "x"), {"size", "was written to"}));
  std::string damaged = whole;
  damaged[330] ^= 1;
  EXPECT_TRUE(mentions(error_of(damaged), {"checksum", "damaged"}));
}

TEST_F(ParticleFiles, HaveAsManyParticlesAsCanBeNumbered) {
  for (const std::uint64_t particles : {std::uint64_t{1} << 31, (std::uint64_t{1} << 30) + 1,
                                        std::uint64_t{0}, ~std::uint64_t{0}}) {
    EXPECT_TRUE(mentions(error_of(two_particles().put(16, particles).sealed()),
                         {"particles", std::to_string(particles), "1073741824"}));
  }
}

TEST_F(ParticleFiles, HaveABox) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double upper : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    EXPECT_TRUE(
        mentions(error_of(two_particles().put(64, upper).sealed()), {"box", "along y", "--box"}));
  }
  EXPECT_TRUE(mentions(error_of(two_particles().periodic(8).sealed()), {"periodic axes", "8"}));
}

TEST_F(ParticleFiles, HaveATableThatFits) {
  for (const std::uint32_t arrays : {0u, 65u, 60u, ~0u})
    EXPECT_TRUE(mentions(error_of(two_particles().put(12, arrays).sealed()), {"arrays"}));
  EXPECT_TRUE(mentions(error_of(MadeParticleFile(1, {{"mass", "kg", "f4", 1, "1234"}}).sealed()),
                       {"arrays", "no 'position'"}));
}

TEST_F(ParticleFiles, HaveArraysWithinThem) {
  constexpr std::size_t mass = 96 + 64;  // its row
  const auto error = [&](std::size_t at, auto number) {
    return error_of(two_particles().put(mass + at, number).sealed());
  };
  EXPECT_TRUE(mentions(error(48, std::uint64_t{1} << 20), {"array 1 ('mass')", "end of the file"}));
  EXPECT_TRUE(mentions(error(48, ~std::uint64_t{63}), {"array 1 ('mass')", "end of the file"}));
  const std::uint64_t last = two_particles().sealed().size() / 64 * 64;
  EXPECT_TRUE(mentions(error(48, last), {"array 1 ('mass')", "end of the file"}));
  EXPECT_TRUE(mentions(error(48, std::uint64_t{64}), {"array 1 ('mass')", "behind the table"}));
  EXPECT_TRUE(mentions(error(48, std::uint64_t{300}), {"array 1 ('mass')", "multiple of 64"}));
  EXPECT_TRUE(mentions(error(56, std::uint64_t{12}), {"has 12 bytes", "need 8"}));
  EXPECT_TRUE(mentions(error(44, std::uint32_t{0}), {"array 1 ('mass')", "0 components"}));
  EXPECT_TRUE(mentions(error(44, ~std::uint32_t{0}), {"array 1 ('mass')", "components"}));
  EXPECT_TRUE(mentions(error(44, std::uint32_t{2}), {"1 components of type f4 or f8", "2 of f4"}));
  EXPECT_TRUE(mentions(error(40, 'x'), {"array 1 ('mass')", "'x4'"}));
  EXPECT_TRUE(mentions(error(40, 'u'), {"type f4 or f8", "1 of u4"}));
  EXPECT_TRUE(mentions(error(0, '\n'), {"array 1", "'?ass"}));
  EXPECT_TRUE(mentions(error(0, '\0'), {"array 1", "name"}));
  EXPECT_TRUE(mentions(error(0, 'M'), {"array 1 ('Mass')", "lower-case"}));
  EXPECT_TRUE(mentions(error(24, '\x7f'), {"array 1", "unit"}));
  const std::array<char, 9> name{"position"};
  EXPECT_TRUE(mentions(error(0, name), {"array 1 ('position')", "same name"}));
}

TEST_F(ParticleFiles, MayHaveArraysThatNobodyKnows) {
  MadeParticleFile made(1, {MadeParticleFile::positions({0, 0, 0}),
                            {"spin-7", "hbar", "u8", 2, std::string(16, 'a')}});
  EXPECT_EQ(ParticleFile(folder_.write("some", made.sealed())).arrays().at(1).unit, "hbar");
}

/// Where the checksum does not tell, the table must: nothing outside of the file is read.
TEST_F(ParticleFiles, WithAnyByteAlteredAreReadOrRefused) {
  std::mt19937 random(7);
  std::size_t refused = 0;
  for (int round = 0; round < 3000; ++round) {
    MadeParticleFile made = two_particles();
    for (int change = 0; change < 3; ++change)
      made.put(random() % (96 + 3 * 64), static_cast<std::uint8_t>(random()));
    const auto file = folder_.write("fuzzed.particles", made.sealed());
    try {
      const ParticleFile particles(file);
      for (std::uint64_t i = 0; i < particles.particles(); ++i) particles.position(i);
    } catch (const InputError& error) {
      EXPECT_TRUE(mentions(error.what(), {"fuzzed.particles: "}));
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace sphlab
