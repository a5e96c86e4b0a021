#include "harness/packs/counting_table.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "harness/error.hpp"

namespace sphlab {

const CountingTable* counting_table(const LoadedPack& pack) {
  // a second reference to the library that is loaded already, and stays so
  void* library = dlopen(std::filesystem::absolute(pack.file).c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  auto* entry = reinterpret_cast<decltype(&sphlab_counting)>(dlsym(library, "sphlab_counting"));
  if (entry == nullptr) return nullptr;
  const CountingTable* table = entry();
  if (table->abi_version == counting_abi_version) return table;
  throw Error(ExitCode::not_available,
              fmt::format("{} has counting interface version {}, this sphlab needs {}: build it "
                          "again",
                          pack.file.string(), table->abi_version, counting_abi_version));
}

}  // namespace sphlab
