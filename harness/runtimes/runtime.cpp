#include "harness/runtimes/runtime.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

#include "harness/pack_work.hpp"
#include "harness/runtimes/library_file.hpp"

namespace sphlab {

namespace {

/// cudaErrorMemoryAllocation, hipErrorOutOfMemory, and the host's.
constexpr int out_of_memory_code = 2;

/// "5 bytes (0.0 GiB)"
std::string amount(std::size_t bytes) {
  return fmt::format("{} bytes ({:.1f} GiB)", bytes, static_cast<double>(bytes) / (1 << 30));
}

}  // namespace

OutOfMemory::OutOfMemory(const std::string& what, std::size_t needed_bytes,
                         std::size_t available_bytes)
    : std::runtime_error(needed_bytes == 0
                             ? fmt::format("{}: {} are available", what, amount(available_bytes))
                             : fmt::format("{} needs {}, and {} are available", what,
                                           amount(needed_bytes), amount(available_bytes))),
      needed(needed_bytes),
      available(available_bytes) {}

Runtime::Runtime(const RuntimeTable& table, int device) : table_(table) {
  check(table_.open_device(device, &device_), "open device");
}

Runtime::~Runtime() {
  table_.close_device(device_);
}

void* Runtime::stream() const {
  void* stream = nullptr;
  call(&RuntimeTable::stream, "ask for the stream", &stream);
  return stream;
}

DeviceProperties Runtime::properties() const {
  DeviceProperties device{};
  call(&RuntimeTable::properties, "read device properties", &device);
  return device;
}

void Runtime::check(int code, const char* what) const {
  note_return();
  if (code == 0) return;
  const std::string failure =
      fmt::format("{} runtime: {}: {}", table_.name, what, table_.error_text(code));
  if (code != out_of_memory_code) throw DeviceError(failure);
  DeviceProperties device{};  // graphs and modules need memory, too, and nobody knows how much
  if (device_ != nullptr) table_.properties(device_, &device);
  throw OutOfMemory(failure, 0, device.memory_free_bytes);
}

void Runtime::synchronize() const {
  call(&RuntimeTable::synchronize, "synchronize");
}

void Runtime::begin_turn() const {
  synchronize();
  call(&RuntimeTable::begin_turn, "begin a turn");
}

int Runtime::clock_mhz() const {
  int mhz = -1;
  call(&RuntimeTable::clock_mhz, "read clock", &mhz);
  return mhz;
}

EnergyReading Runtime::energy() const {
  EnergyReading reading{};
  call(&RuntimeTable::energy, "read the energy counter", &reading);
  return reading;
}

void* Runtime::capture(const std::function<void()>& work) {
  call(&RuntimeTable::graph_begin, "begin capture");
  capturing_ = true;
  void* graph = nullptr;
  try {
    work();
  } catch (...) {
    capturing_ = false;
    if (table_.graph_end(device_, &graph) == 0) table_.graph_destroy(device_, graph);
    throw;
  }
  capturing_ = false;
  call(&RuntimeTable::graph_end, "end capture", &graph);
  return graph;
}

void Runtime::enqueue_if(const std::uint32_t* device_flag, const std::function<void()>& work) {
  if (!capturing_) {
    std::uint32_t flag = 0;
    call(&RuntimeTable::download, "read a condition", &flag, device_flag, sizeof flag);
    if (flag != 0) work();
    return;
  }
  if (!has_conditions())
    throw DeviceError(fmt::format("{} runtime: its graphs have no conditional nodes", name()));
  call(&RuntimeTable::condition_begin, "begin a condition", device_flag);
  try {
    work();
  } catch (...) {
    table_.condition_end(device_);
    throw;
  }
  call(&RuntimeTable::condition_end, "end a condition");
}

void Runtime::profile(const std::string& name, const std::function<void()>& work) {
  ProfilerRange range(*this, name);
  work();
  range.close();
}

ProfilerRange::ProfilerRange(Runtime& runtime, const std::string& name) : runtime_(runtime) {
  runtime.synchronize();
  runtime.call(&RuntimeTable::range_begin, "begin a profiler's range", name.c_str());
}

ProfilerRange::~ProfilerRange() {
  if (open_) runtime_.call_unchecked(&RuntimeTable::range_end);
}

void ProfilerRange::close() {
  runtime_.synchronize();
  open_ = false;
  runtime_.call(&RuntimeTable::range_end, "end a profiler's range");
}

namespace {

constexpr unsigned char guard_byte = 0xb7;

}  // namespace

namespace detail {

void* allocate(DeviceMemory memory, std::size_t count, std::size_t size) {
  Runtime& runtime = memory.runtime;
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  const std::size_t bytes =
      count <= most / size ? std::max(count * size, memory.least_bytes) : most;
  void* device = nullptr;
  const std::size_t available = runtime.properties().memory_free_bytes;
  if (bytes > available) throw OutOfMemory("an array", bytes, available);
  const std::size_t with_guards = std::max(bytes, count * size + 2 * guard_bytes);
  try {
    runtime.call(&RuntimeTable::allocate, "allocate", &device, with_guards);
  } catch (const OutOfMemory&) {
    throw OutOfMemory("an array", with_guards, available);
  }
  std::byte* const data = static_cast<std::byte*>(device) + guard_bytes;
  set_guards(runtime, data, count * size);
  return data;
}

void release(Runtime& runtime, void* data) {
  runtime.call_unchecked(&RuntimeTable::release, static_cast<std::byte*>(data) - guard_bytes);
}

void set_guards(Runtime& runtime, void* data, std::size_t bytes) {
  if (guard_bytes == 0) return;
  auto* const first = static_cast<std::byte*>(data);
  for (std::byte* const guard : {first - guard_bytes, first + bytes})
    runtime.call(&RuntimeTable::fill, "fill", guard, guard_byte, guard_bytes);
}

bool has_guards(Runtime& runtime, const void* data, std::size_t bytes) {
  if (guard_bytes == 0) return true;
  const auto* const first = static_cast<const std::byte*>(data);
  std::array<std::byte, guard_bytes> found;
  for (const std::byte* const guard : {first - guard_bytes, first + bytes}) {
    runtime.call(&RuntimeTable::download, "download", found.data(), guard, guard_bytes);
    const auto is_set = [](std::byte byte) { return byte == std::byte{guard_byte}; };
    if (!std::all_of(found.begin(), found.end(), is_set)) return false;
  }
  return true;
}

}  // namespace detail

namespace {

/// Opens one runtime library. Returns its table, or nullptr with the reason in `problem`.
const RuntimeTable* open_runtime(const std::filesystem::path& file, std::string* problem) {
  const OpeningLibrary opening(file.string());
  void* library = open_library(file, problem);
  if (library == nullptr) return nullptr;
  const auto entry = reinterpret_cast<const RuntimeTable* (*)()>(dlsym(library, "sphlab_runtime"));
  if (entry == nullptr) {
    *problem = "it has no entry point sphlab_runtime";
    return nullptr;
  }
  const RuntimeTable* table = entry();
  if (table->abi_version != runtime_abi_version) {
    *problem = fmt::format("it has ABI version {}, this harness {}", table->abi_version,
                           runtime_abi_version);
    return nullptr;
  }
  if (const char* reason = table->unusable()) {
    *problem = reason;
    return nullptr;
  }
  return table;
}

}  // namespace

std::vector<const RuntimeTable*> load_runtimes(const std::vector<std::string>& directories,
                                               std::vector<std::string>* problems) {
  std::vector<const RuntimeTable*> runtimes = {&host_runtime()};
  for (const std::string& directory : directories) {
    for (const char* name : {"cuda", "hip"}) {
      const std::filesystem::path file =
          std::filesystem::path(directory) / fmt::format("libsphlab-runtime-{}.so", name);
      std::error_code failure;  // of a folder that may not be looked into: opening tells why
      if (std::filesystem::status(file, failure).type() == std::filesystem::file_type::not_found)
        continue;
      std::string problem;
      if (const RuntimeTable* table = open_runtime(file, &problem)) {
        runtimes.push_back(table);
      } else {
        problems->push_back(fmt::format("{}: {}", file.filename().string(), problem));
      }
    }
  }
  return runtimes;
}

}  // namespace sphlab
