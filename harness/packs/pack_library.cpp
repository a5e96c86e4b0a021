#include "harness/packs/pack_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string_view>

#include "harness/error.hpp"
#include "harness/pack_work.hpp"
#include "harness/packs/table_check.hpp"
#include "harness/runtimes/library_file.hpp"

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
  for (fs::directory_iterator entry(directory, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (is_pack_file(entry->path())) files.push_back(entry->path());
  }
  if (failure) {
    problems->push_back(fmt::format("{}: {}", directory.string(), failure.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A new folder for copies of packs. Throws Error(output).
fs::path make_copy_folder() {
  std::error_code failure;
  const fs::path temporary = fs::temp_directory_path(failure);
  std::string folder = (temporary / "sphlab-XXXXXX").string();
  if (!failure && mkdtemp(folder.data()) == nullptr) failure.assign(errno, std::generic_category());
  if (!failure) return folder;
  const char* chosen = std::getenv("TMPDIR");
  throw Error(ExitCode::output,
              fmt::format("cannot make a folder for copies of packs in {}: {}; set TMPDIR to a "
                          "folder that is there and may be written to",
                          chosen == nullptr ? "/tmp" : fmt::format("TMPDIR={}", chosen),
                          failure.message()));
}

/// Refuses a folder that is mounted noexec, where libraries cannot be loaded either.
void require_execution(const fs::path& folder) {
  struct statvfs system {};
  if (statvfs(folder.c_str(), &system) != 0 || (system.f_flag & ST_NOEXEC) == 0) return;
  throw Error(ExitCode::output,
              fmt::format("the folder of temporary files, {}, is mounted noexec: no copy of a pack "
                          "can be loaded there; set TMPDIR to a folder that lets programs run",
                          folder.parent_path().string()));
}

/// Removes it.
class CopyFolder {
 public:
  CopyFolder() = default;
  ~CopyFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  CopyFolder(const CopyFolder&) = delete;
  CopyFolder& operator=(const CopyFolder&) = delete;
  const fs::path path = make_copy_folder();
};

/// Opens a copy that no other path leads to. Its name goes when it is open.
void* open_private_copy(const fs::path& file, std::string* problem) {
  *problem = library_problem(file);
  if (!problem->empty()) return nullptr;
  const CopyFolder folder;
  require_execution(folder.path);
  const fs::path copy = folder.path / file.filename();
  std::error_code failure;
  fs::copy_file(file, copy, failure);
  if (!failure) return open_library(copy, problem);
  throw Error(ExitCode::output,
              fmt::format("cannot copy {} to {}: {}; set TMPDIR to a folder that has "
                          "room for it",
                          file.string(), copy.string(), failure.message()));
}

/// The library in `file`, or nullptr with the reason in `problem`. It is never closed: its table,
/// its strings and its kernels are used until the process ends.
void* open_pack(const fs::path& file, Side side, std::string* problem) {
  return side == Side::none ? open_library(file, problem) : open_private_copy(file, problem);
}

/// The table of a library, or nullptr with the reason in `problem`.
const KernelPack* table_of(void* library, std::string* problem) {
  auto* entry =
      reinterpret_cast<decltype(&sphlab_kernel_pack)>(dlsym(library, "sphlab_kernel_pack"));
  if (entry == nullptr) {
    *problem = "it has no function sphlab_kernel_pack: it is not a kernel pack";
    return nullptr;
  }
  try {
    const KernelPack* pack = entry();
    *problem = table_problem(pack);
    return problem->empty() ? pack : nullptr;
  } catch (const std::exception& thrown) {
    *problem = fmt::format("its sphlab_kernel_pack threw an exception: {}", thrown.what());
  } catch (...) {
    *problem = "its sphlab_kernel_pack threw an exception";
  }
  return nullptr;
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
  std::error_code unknown;  // reading tells why
  const fs::file_status status = fs::status(file, unknown);
  if (status.type() == fs::file_type::not_found) return {};
  try {
    if (!fs::is_regular_file(status)) throw InputError("it is no regular file");
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
void load_pack(const fs::path& file, Side side, std::vector<LoadedPack>* packs,
               std::vector<std::string>* problems) {
  const OpeningLibrary opening(file.string());
  std::string problem;
  void* library = open_pack(file, side, &problem);
  const KernelPack* pack = library == nullptr ? nullptr : table_of(library, &problem);
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
  packs->push_back({pack, file, read_resources(file, problems), unusable == nullptr ? "" : unusable,
                    side, pack->toolchain, library});
}

void sort_by_toolchain(std::vector<LoadedPack>& packs) {
  std::sort(packs.begin(), packs.end(), [](const LoadedPack& a, const LoadedPack& b) {
    return std::string_view(a.pack->toolchain) < b.pack->toolchain;
  });
}

bool serves(const Strategy& strategy, const StageNeeds& needs) {
  const std::string physics = strategy.physics;
  const std::string format = strategy.list_format;
  return std::string_view(stage_name(strategy)) == needs.stage_name() &&
         (physics.empty() || physics == needs.physics) &&
         (format.empty() || format == needs.list_format) &&
         (strategy.types == 0 || needs.types == 0 || strategy.types == needs.types);
}

/// The formats in which a strategy is there that `needs` does not find in its own.
std::vector<std::string> other_formats(const KernelPack& pack, StageNeeds needs,
                                       const std::string& name) {
  std::vector<std::string> formats;
  for (const NamedListFormat& format : list_formats) {
    needs.list_format = format.name;
    if (has_strategy(pack, needs, name)) formats.push_back(format.name);
  }
  return formats;
}

/// Hint which build compiles a pack for more formats, where there are any.
std::string more_formats_remedy(const KernelPack& pack) {
  if (std::string_view(pack.matrix) == "every") return "";
  return fmt::format(
      " (it was compiled by the matrix '{}' of kernels/matrix.json: add a row, or configure with "
      "-DSPHLAB_MATRIX=every)",
      pack.matrix);
}

[[noreturn]] void throw_unknown_strategy(const KernelPack& pack, const StageNeeds& needs,
                                         const std::string& name) {
  const std::string place = needs.physics.empty() ? fmt::format("stage '{}'", needs.stage_name())
                                                  : fmt::format("stage '{}' with physics '{}'",
                                                                needs.stage_name(), needs.physics);
  const std::vector<std::string> formats = other_formats(pack, needs, name);
  if (!formats.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("pack '{}' has no strategy '{}' for {} in list format '{}'; it has it "
                            "for {}{}",
                            pack.toolchain, name, place, needs.list_format,
                            fmt::join(formats, ", "), more_formats_remedy(pack)));
  }
  const std::vector<std::string> names = strategy_names(pack, needs);
  if (names.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("pack '{}' has no strategy at all for {}", pack.toolchain, place));
  }
  const std::string hint = did_you_mean(name, names);
  throw Error(
      ExitCode::not_available,
      fmt::format("pack '{}' has no strategy '{}' for {}{}", pack.toolchain, name, place,
                  hint.empty() ? fmt::format("; it has {}", fmt::join(names, ", ")) : hint));
}

}  // namespace

const char* side_name(Side side) {
  static constexpr std::array names{"", "base", "candidate"};
  return names[static_cast<std::size_t>(side)];
}

std::vector<LoadedPack> load_packs(const std::vector<fs::path>& directories,
                                   std::vector<std::string>* problems) {
  std::vector<LoadedPack> packs;
  std::set<fs::path> seen;
  for (const fs::path& directory : directories) {
    for (const fs::path& file : pack_files(directory, problems)) {
      std::error_code failure;  // of a file that cannot be looked at: opening it tells why
      const fs::path canonical = fs::weakly_canonical(file, failure);
      if (seen.insert(failure ? file : canonical).second)
        load_pack(file, Side::none, &packs, problems);
    }
  }
  sort_by_toolchain(packs);
  return packs;
}

std::vector<LoadedPack> load_side(const fs::path& directory, Side side,
                                  std::vector<std::string>* problems) {
  std::vector<LoadedPack> packs;
  for (const fs::path& file : pack_files(directory, problems))
    load_pack(file, side, &packs, problems);
  sort_by_toolchain(packs);
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

const Strategy& find_strategy(const KernelPack& pack, const StageNeeds& needs,
                              const std::string& name) {
  for (std::uint32_t i = 0; i < pack.strategy_count; ++i) {
    const Strategy& strategy = pack.strategies[i];
    if (serves(strategy, needs) && strategy.name == name) return strategy;
  }
  throw_unknown_strategy(pack, needs, name);
}

bool has_strategy(const KernelPack& pack, const StageNeeds& needs, const std::string& name) {
  const std::vector<std::string> names = strategy_names(pack, needs);
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> strategy_names(const KernelPack& pack, const StageNeeds& needs) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < pack.strategy_count; ++i) {
    const Strategy& strategy = pack.strategies[i];
    if (serves(strategy, needs) &&
        std::find(names.begin(), names.end(), strategy.name) == names.end())
      names.emplace_back(strategy.name);
  }
  return names;
}

const Strategy& default_strategy(const KernelPack& pack, const StageNeeds& needs) {
  std::vector<const Strategy*> candidates;
  for (std::uint32_t i = 0; i < pack.strategy_count; ++i) {
    if (serves(pack.strategies[i], needs)) candidates.push_back(&pack.strategies[i]);
  }
  if (candidates.size() == 1) return *candidates.front();
  for (const Strategy* candidate : candidates) {
    if (candidate->is_default) return *candidate;
  }
  const std::string of_physics =
      needs.physics.empty() ? "" : fmt::format(" and physics '{}'", needs.physics);
  if (candidates.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("pack {} has no strategy for stage '{}'{}", pack.toolchain,
                            needs.stage_name(), of_physics));
  }
  throw Error(ExitCode::not_available,
              fmt::format("pack {} declares no default for stage '{}'{} in list format '{}': name "
                          "one of {}",
                          pack.toolchain, needs.stage_name(), of_physics, needs.list_format,
                          fmt::join(strategy_names(pack, needs), ", ")));
}

const StageDescription* find_stage(std::string_view name) {
  const auto* const found = std::find_if(
      std::begin(stage_table), std::end(stage_table),
      [&](const StageDescription& row) { return row.stage != Stage::pass && row.name == name; });
  return found == std::end(stage_table) ? nullptr : found;
}

std::set<std::string> timed_names(const KernelPack& pack) {
  std::set<std::string> names;
  for (const StageDescription& row : stage_table) {
    if (row.stage != Stage::pass) names.insert(row.timed_as);
  }
  for (const Strategy& strategy : std::span(pack.strategies, pack.strategy_count)) {
    if (strategy.stage == Stage::pass) names.insert(strategy.pass);
    if (runs_preparation(strategy)) names.insert(strategy.preparation.name);
  }
  return names;
}

const StageDescription& row_of(std::string_view name) {
  const StageDescription* stage = find_stage(name);
  return stage == nullptr ? describe(Stage::pass) : *stage;
}

void require_stage(const KernelPack& pack, const std::string& name) {
  std::set<std::string> known = {forces_pass};
  for (const StageDescription& row : stage_table) {
    if (row.stage != Stage::pass) known.insert(row.name);
  }
  for (const FormulationDescription& formulation :
       std::span(pack.formulations, pack.formulation_count)) {
    for (const PassDescription& pass : std::span(formulation.passes, formulation.pass_count))
      known.insert(pass.name);
  }
  if (known.contains(name)) return;
  throw Error(ExitCode::not_available,
              fmt::format("there is no stage '{}'{}", name,
                          did_you_mean(name, {known.begin(), known.end()})));
}

const FormulationDescription* find_formulation(const KernelPack& pack, const std::string& name) {
  for (std::uint32_t i = 0; i < pack.formulation_count; ++i) {
    if (pack.formulations[i].name == name) return &pack.formulations[i];
  }
  return nullptr;
}

const SchemeDescription& find_scheme(const KernelPack& pack, const std::string& name) {
  std::vector<std::string> known;
  for (std::uint32_t i = 0; i < pack.scheme_count; ++i) {
    if (pack.schemes[i].name == name) return pack.schemes[i];
    known.emplace_back(pack.schemes[i].name);
  }
  throw Error(ExitCode::not_available,
              known.empty() ? fmt::format("pack '{}' has no integration scheme", pack.toolchain)
                            : fmt::format("pack '{}' has no integration scheme '{}'{}",
                                          pack.toolchain, name, did_you_mean(name, known)));
}

bool is_for_speed(const KernelPack& pack) {
  const bool is_host_executor = std::string_view(pack.runtime) == "host" && pack.warp_width > 1;
  return !is_host_executor;
}

}  // namespace sphlab
