#include "harness/packs/pack_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "harness/error.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_prefix = "libsphlab-kernels-";
constexpr const char* file_suffix = ".so";

bool is_pack_file(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with(file_prefix) && name.ends_with(file_suffix);
}

/// The pack files of one directory, sorted, so that which of two twins wins is no accident.
std::vector<fs::path> pack_files(const fs::path& directory, std::vector<std::string>* problems) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(directory, failure)) {
    if (is_pack_file(entry.path())) files.push_back(entry.path());
  }
  if (failure) {
    problems->push_back(fmt::format("{}: {}", directory.string(), failure.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Why the table cannot be used, "" when it can. Nothing behind abi_version is read before it fits.
std::string table_problem(const KernelPack* pack) {
  if (pack == nullptr) return "sphlab_kernel_pack() returned no table";
  if (pack->abi_version != pack_abi_version) {
    return fmt::format("it has pack interface version {}, this sphlab needs {}: build it again",
                       pack->abi_version, pack_abi_version);
  }
  for (const char* text : {pack->toolchain, pack->compiler, pack->host_compiler, pack->flags,
                           pack->runtime, pack->architectures}) {
    if (text == nullptr) return "its table lacks a name";
  }
  if (pack->unusable == nullptr || pack->error_text == nullptr) return "its table lacks a function";
  return "";
}

/// The table of the library in `file`, or nullptr with the reason in `problem`. The library is
/// never closed: its table, its strings and its kernels are used until the process ends.
const KernelPack* open_table(const fs::path& file, std::string* problem) {
  void* library = dlopen(fs::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    *problem = dlerror();
    return nullptr;
  }
  auto* entry =
      reinterpret_cast<decltype(&sphlab_kernel_pack)>(dlsym(library, "sphlab_kernel_pack"));
  if (entry == nullptr) {
    *problem = "it has no function sphlab_kernel_pack: it is not a kernel pack";
    return nullptr;
  }
  const KernelPack* pack = entry();
  *problem = table_problem(pack);
  return problem->empty() ? pack : nullptr;
}

int optional_number(const nlohmann::json& kernel, const char* key) {
  const auto found = kernel.find(key);
  return found == kernel.end() || found->is_null() ? -1 : found->get<int>();
}

CompiledResources parse_resources(const nlohmann::json& kernel) {
  CompiledResources resources;
  resources.symbol = kernel.at("symbol").get<std::string>();
  resources.kernel = kernel.at("kernel").get<std::string>();
  resources.architecture = kernel.at("architecture").get<std::string>();
  resources.registers = optional_number(kernel, "registers");
  resources.stack_bytes = optional_number(kernel, "stack_bytes");
  resources.spill_bytes = optional_number(kernel, "spill_bytes");
  resources.shared_bytes = optional_number(kernel, "shared_bytes");
  return resources;
}

/// Reads what the compiler reported, from the file beside the pack. Host packs have none. A pack
/// whose report cannot be read still runs: its records say that the resources are not known.
std::vector<CompiledResources> read_resources(const fs::path& pack_file,
                                              std::vector<std::string>* problems) {
  const fs::path file = fs::path(pack_file).replace_extension(".resources.json");
  if (!fs::exists(file)) return {};
  try {
    std::ifstream stream(file);
    const nlohmann::json kernels = nlohmann::json::parse(stream);
    if (!kernels.is_array()) throw InputError("an array of kernels was expected");
    std::vector<CompiledResources> resources;
    for (const auto& kernel : kernels) resources.push_back(parse_resources(kernel));
    return resources;
  } catch (const std::exception& failure) {
    problems->push_back(fmt::format("{}: {}; the pack's compiled resources are not known",
                                    file.string(), failure.what()));
    return {};
  }
}

/// Opens one pack and adds it to `packs`, or says in `problems` why not.
void load_pack(const fs::path& file, std::vector<LoadedPack>* packs,
               std::vector<std::string>* problems) {
  std::string problem;
  const KernelPack* pack = open_table(file, &problem);
  if (pack == nullptr) {
    problems->push_back(fmt::format("{}: {}", file.string(), problem));
    return;
  }
  const auto twin = std::find_if(packs->begin(), packs->end(), [&](const LoadedPack& other) {
    return std::string_view(other.pack->toolchain) == pack->toolchain;
  });
  if (twin != packs->end()) {
    problems->push_back(fmt::format("{}: skipped, toolchain '{}' was already loaded from {}",
                                    file.string(), pack->toolchain, twin->file.string()));
    return;
  }
  const char* unusable = pack->unusable();
  packs->push_back(
      {pack, file, read_resources(file, problems), unusable == nullptr ? "" : unusable});
}

bool serves(const Strategy& strategy, const std::string& stage, const std::string& physics) {
  const std::string own = strategy.physics == nullptr ? "" : strategy.physics;
  return strategy.stage == stage && (own.empty() || own == physics);
}

[[noreturn]] void throw_unknown_strategy(const KernelPack& pack, const std::string& stage,
                                         const std::string& name, const std::string& physics) {
  const std::vector<std::string> names = strategy_names(pack, stage, physics);
  const std::string place = physics.empty()
                                ? fmt::format("stage '{}'", stage)
                                : fmt::format("stage '{}' with physics '{}'", stage, physics);
  if (names.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("pack '{}' has no strategy at all for {}", pack.toolchain, place));
  }
  throw Error(ExitCode::not_available,
              fmt::format("pack '{}' has no strategy '{}' for {}; did you mean '{}'?",
                          pack.toolchain, name, place, nearest_name(name, names)));
}

}  // namespace

std::vector<LoadedPack> load_packs(const std::vector<fs::path>& directories,
                                   std::vector<std::string>* problems) {
  std::vector<LoadedPack> packs;
  std::set<fs::path> seen;
  for (const fs::path& directory : directories) {
    for (const fs::path& file : pack_files(directory, problems)) {
      if (seen.insert(fs::weakly_canonical(file)).second) load_pack(file, &packs, problems);
    }
  }
  std::sort(packs.begin(), packs.end(), [](const LoadedPack& a, const LoadedPack& b) {
    return std::string_view(a.pack->toolchain) < b.pack->toolchain;
  });
  return packs;
}

const CompiledResources* find_resources(const LoadedPack& pack, const std::string& symbol,
                                        const std::string& architecture) {
  const auto found = std::find_if(
      pack.resources.begin(), pack.resources.end(), [&](const CompiledResources& kernel) {
        return kernel.symbol == symbol && kernel.architecture == architecture;
      });
  return found == pack.resources.end() ? nullptr : &*found;
}

const Strategy& find_strategy(const KernelPack& pack, const std::string& stage,
                              const std::string& name, const std::string& physics) {
  for (std::uint32_t i = 0; i < pack.strategy_count; ++i) {
    const Strategy& strategy = pack.strategies[i];
    if (serves(strategy, stage, physics) && strategy.name == name) return strategy;
  }
  throw_unknown_strategy(pack, stage, name, physics);
}

std::vector<std::string> strategy_names(const KernelPack& pack, const std::string& stage,
                                        const std::string& physics) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < pack.strategy_count; ++i) {
    if (serves(pack.strategies[i], stage, physics)) names.emplace_back(pack.strategies[i].name);
  }
  return names;
}

}  // namespace sphlab
