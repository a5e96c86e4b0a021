// Loads packs, runtimes and their devices, and finds scenarios and suites.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "harness/cli/style.hpp"
#include "harness/packs/pack_library.hpp"
#include "harness/runtimes/runtime.hpp"

namespace sphlab {

/// The options that every command takes.
struct CommonOptions {
  std::vector<std::filesystem::path> pack_directories;
  std::vector<std::filesystem::path> scenario_directories;
  ColorMode color = ColorMode::automatic;
};

/// Loads everything once. What did not load is in problems(), one readable line each.
class Laboratory {
 public:
  explicit Laboratory(const CommonOptions& options);
  /// Takes these packs in place of those that the options' folders hold.
  Laboratory(const CommonOptions& options, std::vector<LoadedPack> packs);

  const std::vector<LoadedPack>& packs() const { return packs_; }
  const std::vector<const RuntimeTable*>& runtimes() const { return runtimes_; }
  const std::vector<std::string>& problems() const { return problems_; }
  const std::vector<std::filesystem::path>& scenario_folders() const { return scenario_folders_; }
  const std::vector<std::filesystem::path>& suite_folders() const { return suite_folders_; }

  /// Why `pack` cannot run here, "" when it can: its own reason, or that its runtime is not there.
  std::string unusable(const LoadedPack& pack) const;
  /// Why nothing can run on a device of the runtime `name`, "" where that is there.
  std::string why_no_device(const std::string& name) const;
  /// The packs that can run here and match one of `patterns` (of a shell, as "nvcc*"; none: all).
  /// Throws Error(not_available) with the reason, or the nearest name, for a pattern that matches
  /// none.
  std::vector<const LoadedPack*> usable_packs(const std::vector<std::string>& patterns) const;
  /// The runtime of a pack, with its device `index` opened. Throws Error(not_available) when there
  /// is no such device, DeviceError.
  std::unique_ptr<Runtime> open_device(const std::string& name, int index) const;

 private:
  void load_surroundings(const CommonOptions& options);
  const RuntimeTable* runtime(const std::string& name) const;
  /// The first of problems() that names a file, by a part of its name; "" where none does.
  std::string problem_that_names(const std::string& file) const;
  [[noreturn]] void throw_unmatched(const std::string& pattern) const;

  std::vector<std::string> problems_;
  std::vector<LoadedPack> packs_;
  std::vector<const RuntimeTable*> runtimes_;
  std::vector<std::filesystem::path> scenario_folders_;
  std::vector<std::filesystem::path> suite_folders_;
};

/// Number of devices of a runtime. Throws DeviceError.
int device_count(const RuntimeTable& runtime);

/// "1.5 GiB".
std::string bytes_text(std::size_t bytes);

}  // namespace sphlab
