// A pack with a formulation whose pass reads an array that none writes.
#include <algorithm>
#include <string_view>

#include "tests/test_packs/altered_pack.hpp"

namespace {

constexpr sphlab::FieldDescription unwritten = {"unwritten", 1};

void read_what_none_writes(sphlab::KernelPack& pack, std::vector<sphlab::Strategy>&) {
  static std::vector<sphlab::FormulationDescription> formulations;
  static std::vector<sphlab::PassDescription> passes;
  pack.toolchain = "unwritten-array";
  formulations.assign(pack.formulations, pack.formulations + pack.formulation_count);
  const auto altered = std::find_if(formulations.begin(), formulations.end(),
                                    [](const sphlab::FormulationDescription& f) {
                                      return std::string_view(f.name) == "wcsph-lj";
                                    });
  if (altered == formulations.end()) std::abort();
  passes.assign(altered->passes, altered->passes + altered->pass_count);
  passes.back().reads = 1;
  altered->passes = passes.data();
  altered->arrays = &unwritten;
  altered->array_count = 1;
  pack.formulations = formulations.data();
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack = sphlab::test::edited_pack(read_what_none_writes);
  return pack;
}
