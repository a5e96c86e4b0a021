// What a formulation may not say: found where a pack is loaded.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/abi/formulation.hpp"
#include "kernels/abi/unit.hpp"

namespace sphlab {

/// What is wrong with a formulation, and with which of its passes or constants.
struct FormulationFault {
  const char* what = nullptr;  ///< nullptr: nothing is
  const char* where = "";      ///< the name of the pass, or the key of the constant
};

namespace detail {

/// Small letters, digits and `joint` between them.
constexpr bool is_word(std::string_view name, char joint) {
  if (name.empty() || name.front() == joint || name.back() == joint) return false;
  for (const char c : name) {
    if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != joint) return false;
  }
  return true;
}

constexpr bool is_name_of_stage(std::string_view name) {
  for (const StageDescription& row : stage_table) {
    if (name == row.name || name == row.timed_as) return true;
  }
  return false;
}

constexpr const char* fault_of_name(const FormulationDescription& f, std::uint32_t k) {
  const std::string_view name = f.passes[k].name;
  if (!is_word(name, '-')) return "its name is not made of small letters, digits and '-'";
  if (is_name_of_stage(name)) return "its name is that of a stage: choose another";
  for (std::uint32_t other = 0; other < k; ++other) {
    if (name == f.passes[other].name) return "another pass has its name: choose another";
  }
  return nullptr;
}

constexpr const char* fault_of_order(const FormulationDescription& f, std::uint32_t k) {
  const bool is_last = k + 1 == f.pass_count;
  if ((f.passes[k].kind == PassKind::forces) != is_last ||
      (std::string_view(f.passes[k].name) == forces_pass) != is_last)
    return "the last pass, and no other, is \"forces\" and of that kind";
  if (!is_last && f.passes[k].repeated && !f.passes[k + 1].repeated)
    return "it is repeated, and the pass behind it is not";
  return nullptr;
}

/// @param arrays, rates, fields what the passes before it have written.
constexpr const char* fault_of_use(const FormulationDescription& f, const PassDescription& pass,
                                   std::uint32_t arrays, std::uint32_t rates,
                                   std::uint32_t fields) {
  if ((pass.arrays >> f.array_count) != 0 || (pass.reads >> f.array_count) != 0)
    return "it names an array that the formulation does not declare";
  if (((pass.rates | pass.fields) >> f.field_count) != 0)
    return "it writes a field that the formulation does not declare";
  if ((pass.reads & ~arrays) != 0)
    return "it reads an array that no pass before it writes: change their order, or what it reads";
  if (((rates | pass.rates) & (fields | pass.fields)) != 0)
    return "a field is written, and advanced by its rate as well: leave one of them to it";
  return nullptr;
}

constexpr FormulationFault fault_of_passes(const FormulationDescription& f) {
  std::uint32_t arrays = 0;
  std::uint32_t rates = 0;
  std::uint32_t fields = 0;
  for (std::uint32_t k = 0; k < f.pass_count; ++k) {
    const PassDescription& pass = f.passes[k];
    for (const char* what : {fault_of_name(f, k), fault_of_order(f, k),
                             fault_of_use(f, pass, arrays, rates, fields)}) {
      if (what != nullptr) return {what, pass.name};
    }
    arrays |= pass.arrays;
    rates |= pass.rates;
    fields |= pass.fields;
  }
  return {};
}

constexpr FormulationFault fault_of_constants(const FormulationDescription& f) {
  for (std::uint32_t k = 0; k < f.own_constant_count; ++k) {
    const ConstantDescription& constant = f.own_constants[k];
    const std::string_view key = constant.key;
    if (!is_word(key, '_'))
      return {"its key is not made of small letters, digits and '_'", constant.key};
    for (std::uint32_t other = 0; other < k; ++other) {
      if (key == f.own_constants[other].key)
        return {"two constants have this key: rename one", constant.key};
    }
    if (!is_unit(constant.unit))
      return {"its unit is none: write one of SI such as \"kg/m^3\", \"Pa s\" or \"1\"",
              constant.key};
    if (constant.is_optional &&
        !(constant.usual >= constant.least && constant.usual <= constant.most))
      return {"its default is not in its range", constant.key};
  }
  return {};
}

}  // namespace detail

/// The first fault of a formulation.
constexpr FormulationFault fault_of(const FormulationDescription& formulation) {
  if (formulation.pass_count == 0) return {"it has no passes", ""};
  if (formulation.field_count > most_fields || formulation.array_count > most_arrays ||
      formulation.own_constant_count > most_own_constants)
    return {"it has more fields, arrays or constants than there may be", ""};
  const FormulationFault of_passes = detail::fault_of_passes(formulation);
  return of_passes.what != nullptr ? of_passes : detail::fault_of_constants(formulation);
}

}  // namespace sphlab
