// The extension of Python by which sphlab.neighbour_list() reaches NeighbourSearch.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "harness/error.hpp"
#include "harness/python/neighbour_search.hpp"
#include "harness/stepping/refused.hpp"

namespace nb = nanobind;

namespace sphlab {
namespace {

using Search = std::shared_ptr<NeighbourSearch>;
using Rows = nb::ndarray<nb::ro>;
using Box = std::optional<std::pair<Vector, Vector>>;

PositionRows rows_of(const Rows& array) {
  if (array.dtype() != nb::dtype<float>()) throw nb::type_error("are not of float32");
  if (array.ndim() != 2 || (array.shape(1) != 3 && array.shape(1) != 4))
    throw nb::value_error("must have a row of x, y and z, or of four numbers, for each particle");
  const auto width = static_cast<std::int64_t>(array.shape(1));
  const bool has_gaps = array.shape(0) > 1 && array.stride(0) != width;
  if (array.shape(0) > 0 && (has_gaps || array.stride(1) != 1))
    throw nb::value_error("are not contiguous: rows must follow each other without gaps");
  return {static_cast<const float*>(array.data()), array.shape(0),
          static_cast<std::uint32_t>(width)};
}

/// Makes an array of the first numbers of a buffer, as many as its shape says. It owns that, and
/// keeps the search, whose runtime it is of. NumPy's on the host, else one that others take by
/// DLPack.
template <class Number, class Stored>
nb::object array_of(DeviceBuffer<Stored>&& buffer, const std::vector<std::size_t>& shape,
                    const Search& search, int device) {
  struct Owner {
    Search search;
    DeviceBuffer<Stored> buffer;  // released first
  };
  auto* owner = new Owner{search, std::move(buffer)};
  const nb::capsule capsule(owner, [](void* p) noexcept { delete static_cast<Owner*>(p); });
  auto* data = reinterpret_cast<Number*>(owner->buffer.data());
  if (search->runtime().is_host())
    return nb::cast(nb::ndarray<nb::numpy, Number>(data, shape.size(), shape.data(), capsule));
  const int type = search->runtime().name() == "cuda" ? int{nb::device::cuda::value}
                                                      : int{nb::device::rocm::value};
  return nb::cast(nb::ndarray<nb::array_api, Number>(data, shape.size(), shape.data(), capsule,
                                                     nullptr, nb::dtype<Number>(), type, device));
}

/// A copy of positions of the host on the device of a search.
nb::object on_device(const Search& search, const Rows& array, int device) {
  const PositionRows rows = rows_of(array);
  DeviceBuffer<float> buffer(search->runtime(), rows.particles * rows.width);
  search->runtime().call(&RuntimeTable::upload, "upload", buffer.data(), rows.data, buffer.bytes());
  search->runtime().synchronize();
  return array_of<float>(std::move(buffer), {rows.particles, rows.width}, search, device);
}

/// A copy of an array of find() on the host, of NumPy.
nb::object on_host(const Search& search,
                   const nb::ndarray<nb::ro, std::int32_t, nb::ndim<1>>& array) {
  auto* copy = new std::vector<std::int32_t>(array.size());
  const nb::capsule owner(
      copy, [](void* p) noexcept { delete static_cast<std::vector<std::int32_t>*>(p); });
  search->runtime().call(&RuntimeTable::download, "download", copy->data(), array.data(),
                         copy->size() * sizeof(std::int32_t));
  return nb::cast(nb::ndarray<nb::numpy, std::int32_t>(copy->data(), {copy->size()}, owner));
}

nb::tuple find(const Search& search, const Rows& array, double radius, const Box& box,
               std::optional<std::uint32_t> capacity, std::optional<std::uint64_t> most_pairs) {
  const PositionRows rows = rows_of(array);
  NeighbourQuery query{radius, std::nullopt, capacity};
  if (most_pairs) query.most_pairs = *most_pairs;
  if (box) query.box = {box->first, box->second};
  Neighbours found;
  {
    const nb::gil_scoped_release others_may_run;
    found = search->find(rows, query);
  }
  const auto handed = [&](DeviceBuffer<std::uint32_t>& buffer, std::size_t count) {
    return array_of<std::int32_t>(std::move(buffer), {count}, search, array.device_id());
  };
  const std::size_t pairs = found.indices.size();
  return nb::make_tuple(handed(found.counts, rows.particles),
                        handed(found.offsets, rows.particles + 1), handed(found.indices, pairs),
                        reinterpret_cast<std::uintptr_t>(found.read_from),
                        found.read_from == rows.data);
}

/// Raises Failure(exit code, message) for what the harness throws.
PyObject* failure_type = nullptr;

void raise(ExitCode code, const char* message) {
  PyErr_SetObject(failure_type, nb::make_tuple(static_cast<int>(code), message).ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    raise(error.code, error.what());
  } catch (const OutOfMemory& error) {
    raise(ExitCode::out_of_memory, error.what());
  } catch (const DeviceError& error) {
    raise(ExitCode::device, error.what());
  } catch (const Refused& error) {
    raise(ExitCode::not_available, error.what());
  }
}

}  // namespace
}  // namespace sphlab

NB_MODULE(sphlab_arrays, module) {
  using namespace sphlab;
  failure_type = PyErr_NewException("sphlab_arrays.Failure", nullptr, nullptr);
  module.attr("Failure") = nb::borrow(failure_type);
  nb::register_exception_translator(translate);
  nb::class_<NeighbourSearch>(module, "NeighbourSearch")
      .def_prop_ro("stream",
                   [](const NeighbourSearch& search) {
                     return reinterpret_cast<std::uintptr_t>(search.stream());
                   })
      .def_prop_ro("build", [](const NeighbourSearch& search) {
        const NeighbourBuild& build = search.build();
        return nb::make_tuple(build.toolchain, build.builder, build.list_format);
      });
  module.def("search", [](const std::string& runtime, int device,
                          const std::vector<std::string>& folders, const std::string& toolchain,
                          const std::string& builder, const std::string& list_format) {
    return std::make_shared<NeighbourSearch>(
        runtime, device, std::vector<std::filesystem::path>(folders.begin(), folders.end()),
        NeighbourBuild{toolchain, builder, list_format});
  });
  module.def("on_device", on_device);
  module.def("on_host", on_host);
  module.def("find", find, nb::arg("search"), nb::arg("positions"), nb::arg("radius"),
             nb::arg("box").none(), nb::arg("capacity").none(), nb::arg("most_pairs") = nb::none());
}
