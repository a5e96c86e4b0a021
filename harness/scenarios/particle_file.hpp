// A particle file: positions, and what else is known of particles, as a program reads them by mmap.
//
// All numbers are little-endian. A file is a header of 96 bytes, a table of 64 bytes an array, and
// the arrays, each at a multiple of 64 bytes; bytes between them are zero.
//
//   byte  type        header
//      0  char[8]     "sphlabp\n"
//      8  uint32      version, 1
//     12  uint32      arrays in the table, from 1 to 64
//     16  uint64      particles, from 1 to 2^30
//     24  uint64      bytes of the file: a truncated one is told
//     32  double[3]   lower corner of the box
//     56  double[3]   upper corner, above the lower one along each axis
//     80  uint32      axes along which the box is periodic: 1 x, 2 y, 4 z, and their sums
//     84  uint32      CRC-32 (zlib's) of all other bytes of the file
//     88  uint64      where a text about the particles begins, which reaches to the file's end; 0:
//     none
//
//   byte  type        of an array; a text is printable ASCII, filled up with zeros
//      0  char[24]    name: lower-case letters, digits, hyphens
//     24  char[16]    unit: "1" of what has none, "unknown" where it is
//     40  char[4]     type of an element: "f4", "f8", "u1", "u4" or "u8"
//     44  uint32      components, from 1 to 64
//     48  uint64      where it begins
//     56  uint64      its bytes: particles x components x element, a particle's side by side
//
// An array "position" (f4 or f8, 3 components) must be there. Others that have a meaning are
// "velocity" (f4, f8; 3), "mass", "density", "radius" (f4, f8; 1: the radius of influence) and
// "type" (u1, u4; 1); whatever else there is, readers pass over. The box is in the unit of
// "position".
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/scenarios/quantity.hpp"

namespace sphlab {

/// The end of a particle file's name.
inline constexpr const char* particle_file_extension = ".particles";

/// An array of a particle file.
struct ParticleArray {
  std::string name;
  std::string unit;
  std::string element;  ///< "f4", "f8", "u1", "u4", "u8"
  std::uint32_t components = 0;
  const std::byte* data = nullptr;  ///< row by row; of a file's, aligned to 64 bytes
};

/// What a particle file holds, to be written.
struct ParticleFileContent {
  std::uint64_t particles = 0;
  Vector lower{}, upper{};            ///< of a box that is open
  std::vector<ParticleArray> arrays;  ///< of memory of the caller's
  std::string text;
};

/// The bytes of the file. @pre names, units, elements, particles and box are as above.
std::string particle_file(const ParticleFileContent& content);

/// A particle file, mapped into memory as long as the object lives. It must not be written to or
/// cut meanwhile.
class ParticleFile {
 public:
  /// Opens and checks a file: its sizes, its table, its checksum; not what the arrays hold.
  /// @param maker the command that makes such files, for the remedy.
  /// Throws InputError that names the file, the field, what is wrong and the remedy.
  explicit ParticleFile(std::filesystem::path file, const char* maker = "sphlab-analysis import");
  ~ParticleFile();
  ParticleFile(const ParticleFile&) = delete;
  ParticleFile& operator=(const ParticleFile&) = delete;

  std::uint64_t particles() const { return particles_; }
  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }
  /// The width of the box along each axis.
  Vector extent() const;
  /// The axes along which the box is periodic, as "x" or "xyz"; "" of an open one.
  const std::string& periodic() const { return periodic_; }
  const std::vector<ParticleArray>& arrays() const { return arrays_; }
  /// The array of this name, or nullptr.
  const ParticleArray* find(const std::string& name) const;
  /// The unit of length: that of "position".
  const std::string& length_unit() const { return arrays_[position_].unit; }
  /// Names what the file holds, whatever it is called: "1000 particles, crc32 90abcdef".
  std::string content() const;
  /// The text about the particles; "" where there is none. What it means is its writer's affair.
  std::string_view text() const { return text_; }
  /// Position of particle i, as the file has it. @pre i < particles().
  Vector position(std::uint64_t i) const;

 private:
  void map();
  void read_header();
  void read_text();
  void read_table();
  void read_array(std::uint32_t index);
  [[noreturn]] void refuse(const std::string& field, const std::string& what) const;

  std::filesystem::path file_;
  const char* maker_;
  const std::byte* bytes_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t particles_ = 0;
  std::uint32_t array_count_ = 0;
  std::uint32_t checksum_ = 0;
  Vector lower_{};
  Vector upper_{};
  std::string periodic_;
  std::string_view text_;
  std::vector<ParticleArray> arrays_;
  std::size_t position_ = 0;  ///< among the arrays
};

}  // namespace sphlab
