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
  check(table_.select_device(device), "select device");
}

DeviceProperties Runtime::properties() const {
  DeviceProperties device{};
  check(table_.properties(&device), "read device properties");
  return device;
}

void Runtime::check(int code, const char* what) const {
  note_return();
  if (code == 0) return;
  const std::string failure =
      fmt::format("{} runtime: {}: {}", table_.name, what, table_.error_text(code));
  if (code != out_of_memory_code) throw DeviceError(failure);
  DeviceProperties device{};  // graphs and modules need memory, too, and nobody knows how much
  table_.properties(&device);
  throw OutOfMemory(failure, 0, device.memory_free_bytes);
}

void Runtime::synchronize() const {
  check(table_.synchronize(), "synchronize");
}

void Runtime::begin_turn() const {
  synchronize();
  check(table_.begin_turn(), "begin a turn");
}

int Runtime::clock_mhz() const {
  int mhz = -1;
  check(table_.clock_mhz(&mhz), "read clock");
  return mhz;
}

EnergyReading Runtime::energy() const {
  EnergyReading reading{};
  check(table_.energy(&reading), "read the energy counter");
  return reading;
}

void* Runtime::capture(const std::function<void()>& work) {
  check(table_.graph_begin(), "begin capture");
  capturing_ = true;
  void* graph = nullptr;
  try {
    work();
  } catch (...) {
    capturing_ = false;
    if (table_.graph_end(&graph) == 0) table_.graph_destroy(graph);
    throw;
  }
  capturing_ = false;
  check(table_.graph_end(&graph), "end capture");
  return graph;
}

void Runtime::enqueue_if(const std::uint32_t* device_flag, const std::function<void()>& work) {
  if (!capturing_) {
    std::uint32_t flag = 0;
    check(table_.download(&flag, device_flag, sizeof flag), "read a condition");
    if (flag != 0) work();
    return;
  }
  if (!has_conditions())
    throw DeviceError(fmt::format("{} runtime: its graphs have no conditional nodes", name()));
  check(table_.condition_begin(device_flag), "begin a condition");
  try {
    work();
  } catch (...) {
    table_.condition_end();
    throw;
  }
  check(table_.condition_end(), "end a condition");
}

void Runtime::profile(const std::string& name, const std::function<void()>& work) {
  ProfilerRange range(*this, name);
  work();
  range.close();
}

ProfilerRange::ProfilerRange(Runtime& runtime, const std::string& name) : runtime_(runtime) {
  runtime.synchronize();
  runtime.check(runtime.table().range_begin(name.c_str()), "begin a profiler's range");
}

ProfilerRange::~ProfilerRange() {
  if (open_) runtime_.table().range_end();
}

void ProfilerRange::close() {
  runtime_.synchronize();
  open_ = false;
  runtime_.check(runtime_.table().range_end(), "end a profiler's range");
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
  const int code = runtime.table().allocate(&device, with_guards);
  if (code == out_of_memory_code) throw OutOfMemory("an array", with_guards, available);
  runtime.check(code, "allocate");
  std::byte* const data = static_cast<std::byte*>(device) + guard_bytes;
  set_guards(runtime, data, count * size);
  return data;
}

void release(Runtime& runtime, void* data) {
  runtime.table().release(static_cast<std::byte*>(data) - guard_bytes);
}

void set_guards(Runtime& runtime, void* data, std::size_t bytes) {
  if (guard_bytes == 0) return;
  auto* const first = static_cast<std::byte*>(data);
  for (std::byte* const guard : {first - guard_bytes, first + bytes})
    runtime.check(runtime.table().fill(guard, guard_byte, guard_bytes), "fill");
}

bool has_guards(Runtime& runtime, const void* data, std::size_t bytes) {
  if (guard_bytes == 0) return true;
  const auto* const first = static_cast<const std::byte*>(data);
  std::array<std::byte, guard_bytes> found;
  for (const std::byte* const guard : {first - guard_bytes, first + bytes}) {
    runtime.check(runtime.table().download(found.data(), guard, guard_bytes), "download");
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
