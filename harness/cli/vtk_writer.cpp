#include "harness/cli/vtk_writer.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "harness/cli/atomic_file.hpp"
#include "harness/error.hpp"
#include "harness/scenarios/physics.hpp"

namespace sphlab {
namespace {

constexpr const char* byte_order =
    std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";

template <class T>
constexpr const char* vtk_type();
template <>
constexpr const char* vtk_type<float>() {
  return "Float32";
}
template <>
constexpr const char* vtk_type<std::uint8_t>() {
  return "UInt8";
}
template <>
constexpr const char* vtk_type<std::uint32_t>() {
  return "UInt32";
}
template <>
constexpr const char* vtk_type<std::int64_t>() {
  return "Int64";
}

/// Bytes that are compressed at a time: a reader may want a part of an array.
constexpr std::size_t block_bytes = std::size_t{1} << 20;
/// Of zlib, 1 to 9: higher ones take several times as long, and leave hardly less of numbers.
constexpr int compression_level = 1;

std::string compressed(const char* data, std::size_t bytes) {
  uLongf length = compressBound(bytes);
  std::string text(length, '\0');
  const int code = compress2(reinterpret_cast<Bytef*>(text.data()), &length,
                             reinterpret_cast<const Bytef*>(data), bytes, compression_level);
  if (code != Z_OK) throw Error(ExitCode::failure, fmt::format("zlib: {}", zError(code)));
  text.resize(length);
  return text;
}

/// An array as vtkZLibDataCompressor has it: the number of its blocks, the bytes of one before it
/// was compressed, those of the last where it is shorter (else 0), and the bytes of each compressed
/// one, as UInt64; then the blocks.
std::string compressed_array(const char* data, std::size_t bytes) {
  std::vector<std::uint64_t> header{(bytes + block_bytes - 1) / block_bytes, block_bytes,
                                    bytes % block_bytes};
  std::string blocks;
  for (std::size_t begin = 0; begin < bytes; begin += block_bytes) {
    const std::string block = compressed(data + begin, std::min(block_bytes, bytes - begin));
    header.push_back(block.size());
    blocks += block;
  }
  return std::string(reinterpret_cast<const char*>(header.data()),
                     header.size() * sizeof(std::uint64_t)) +
         blocks;
}

/// The raw block at the end of the file that all arrays lie in, each compressed.
class AppendedData {
 public:
  /// Adds an array and returns the XML element that refers to it.
  template <class T>
  std::string add(const std::string& name, int components, const std::vector<T>& values) {
    std::string element = fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        vtk_type<T>(), name, components, bytes_.size());
    bytes_ +=
        compressed_array(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    return element;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

std::vector<float> components(const std::vector<float4>& vectors) {
  std::vector<float> numbers;
  numbers.reserve(3 * vectors.size());
  for (const float4& vector : vectors)
    numbers.insert(numbers.end(), {vector.x, vector.y, vector.z});
  return numbers;
}

std::string point_data(const ParticleState& state, const WcsphConstants& constants,
                       AppendedData* appended) {
  const std::size_t count = state.size();
  std::vector<float> density(count);
  std::vector<float> pressure(count);
  std::vector<std::uint8_t> type(count);
  std::vector<std::uint32_t> id(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ParticleType particle_type = type_of(state.identity[i]);
    const auto rest_density =
        static_cast<float>(fluid_constants(constants, particle_type).rest_density);
    density[i] = rest_density * (1.0f + state.velocity[i].w);
    pressure[i] = state.position[i].w * density[i] * density[i];
    type[i] = static_cast<std::uint8_t>(particle_type);
    id[i] = id_of(state.identity[i]);
  }
  std::string elements = appended->add("velocity [m/s]", 3, components(state.velocity)) +
                         appended->add("density [kg/m^3]", 1, density) +
                         appended->add("pressure [Pa]", 1, pressure) +
                         appended->add("type", 1, type) + appended->add("id", 1, id);
  for (const auto& [name, values] : state.fields)
    elements += appended->add(
        name, static_cast<int>(values.size() / std::max<std::size_t>(count, 1)), values);
  return elements;
}

/// One vertex cell per particle: without cells, ParaView would show nothing.
std::string vertices(std::size_t count, AppendedData* appended) {
  std::vector<std::int64_t> connectivity(count);
  std::iota(connectivity.begin(), connectivity.end(), 0);
  std::vector<std::int64_t> offsets(count);
  std::iota(offsets.begin(), offsets.end(), 1);
  return appended->add("connectivity", 1, connectivity) + appended->add("offsets", 1, offsets);
}

}  // namespace

void write_vtp(const std::filesystem::path& file, double time, const ParticleState& state,
               const WcsphConstants& constants) {
  AppendedData appended;
  const std::string data = point_data(state, constants, &appended);
  const std::string points = appended.add("position [m]", 3, components(state.position));
  const std::string cells = vertices(state.size(), &appended);
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"{}\" header_type=\"UInt64\" "
      "compressor=\"vtkZLibDataCompressor\">\n"
      "<PolyData>\n"
      "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
      "format=\"ascii\">{}</DataArray>\n</FieldData>\n"
      "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"0\">\n"
      "<PointData Scalars=\"density [kg/m^3]\" Vectors=\"velocity [m/s]\">\n{}</PointData>\n"
      "<Points>\n{}</Points>\n"
      "<Verts>\n{}</Verts>\n"
      "</Piece>\n</PolyData>\n"
      "<AppendedData encoding=\"raw\">\n_",
      byte_order, time, state.size(), state.size(), data, points, cells);
  text += appended.bytes();
  text += "\n</AppendedData>\n</VTKFile>\n";
  write_atomically(file, text);
}

void write_pvd(const std::filesystem::path& file,
               const std::vector<std::pair<double, std::string>>& frames) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"{}\">\n<Collection>\n",
      byte_order);
  for (const auto& [time, name] : frames) {
    text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, name);
  }
  text += "</Collection>\n</VTKFile>\n";
  write_atomically(file, text);
}

}  // namespace sphlab
