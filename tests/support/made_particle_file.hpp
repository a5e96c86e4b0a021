// Particle files made by hand, whole or with something wrong.
#pragma once

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace sphlab::test {

/// The bytes of a particle file, which a test may alter before it seals them.
class MadeParticleFile {
 public:
  struct Array {
    std::string name, unit, element;
    std::uint32_t components;
    std::string data;
  };

  template <class Number>
  static std::string bytes_of(const std::vector<Number>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
  }

  static Array positions(const std::vector<double>& xyz, const std::string& unit = "m") {
    return {"position", unit, "f8", 3, bytes_of(xyz)};
  }

  MadeParticleFile(std::uint64_t particles, const std::vector<Array>& arrays)
      : bytes_(96 + 64 * arrays.size(), '\0') {
    bytes_.replace(0, 8, "sphlabp\n");
    put(8, std::uint32_t{1});
    put(12, static_cast<std::uint32_t>(arrays.size()));
    put(16, particles);
    box({0, 0, 0}, {1, 1, 1});
    for (std::size_t k = 0; k < arrays.size(); ++k) add(96 + 64 * k, arrays[k]);
    put(24, std::uint64_t{bytes_.size()});
  }

  template <class Number>
  MadeParticleFile& put(std::size_t at, Number number) {
    std::memcpy(bytes_.data() + at, &number, sizeof number);
    return *this;
  }
  MadeParticleFile& box(const std::array<double, 3>& lower, const std::array<double, 3>& upper) {
    return put(32, lower).put(56, upper);
  }
  MadeParticleFile& periodic(std::uint32_t axes) { return put(80, axes); }

  /// The bytes with the checksum that fits.
  std::string sealed() const {
    std::string text = bytes_;
    const auto* all = reinterpret_cast<const Bytef*>(text.data());
    const auto sum =
        static_cast<std::uint32_t>(crc32_z(crc32_z(0, all, 84), all + 88, text.size() - 88));
    std::memcpy(text.data() + 84, &sum, sizeof sum);
    return text;
  }

 private:
  void add(std::size_t row, const Array& array) {
    bytes_.resize((bytes_.size() + 63) / 64 * 64, '\0');
    bytes_.replace(row, array.name.size(), array.name);
    bytes_.replace(row + 24, array.unit.size(), array.unit);
    bytes_.replace(row + 40, array.element.size(), array.element);
    put(row + 44, array.components);
    put(row + 48, std::uint64_t{bytes_.size()});
    put(row + 56, std::uint64_t{array.data.size()});
    bytes_ += array.data;
  }

  std::string bytes_;
};

}  // namespace sphlab::test
