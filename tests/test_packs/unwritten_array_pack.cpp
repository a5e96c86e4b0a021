// A pack with a formulation whose passes stand in the wrong order: "fractions" of the mixture reads
// an array before "drift" writes it.
#include <algorithm>
#include <string_view>

#include "tests/test_packs/altered_pack.hpp"

namespace {

void exchange_passes(sphlab::KernelPack& pack, std::vector<sphlab::Strategy>&) {
  static std::vector<sphlab::FormulationDescription> formulations;
  static std::vector<sphlab::PassDescription> passes;
  pack.toolchain = "unwritten-array";
  formulations.assign(pack.formulations, pack.formulations + pack.formulation_count);
  const auto mixture = std::find_if(formulations.begin(), formulations.end(),
                                    [](const sphlab::FormulationDescription& f) {
                                      return std::string_view(f.name) == "mixture";
                                    });
  if (mixture == formulations.end() || mixture->pass_count < 3) std::abort();
  passes.assign(mixture->passes, mixture->passes + mixture->pass_count);
  std::swap(passes[1], passes[2]);
  mixture->passes = passes.data();
  pack.formulations = formulations.data();
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack = sphlab::test::edited_pack(exchange_passes);
  return pack;
}
