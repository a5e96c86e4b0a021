// What a formulation may not say.
#include "kernels/abi/formulation_faults.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sphlab {
namespace {

constexpr FieldDescription two_arrays[] = {{"first", 1}, {"second", 4}};
constexpr FieldDescription one_field[] = {{"stress", 4}};

PassDescription pass(const char* name) {
  return {name, name == std::string(forces_pass) ? PassKind::forces : PassKind::quantities};
}

/// "strain" writes the first array, "forces" reads it.
std::vector<PassDescription> right_passes() {
  std::vector<PassDescription> passes = {pass("strain"), pass("density"), pass(forces_pass)};
  passes[0].arrays = 0b01;
  passes[1].kind = PassKind::density;
  passes[2].reads = 0b01;
  return passes;
}

std::string fault_of(const std::vector<PassDescription>& passes,
                     const std::vector<ConstantDescription>& constants = {}) {
  FormulationDescription formulation{};
  formulation.name = "test";
  formulation.passes = passes.data();
  formulation.pass_count = static_cast<std::uint32_t>(passes.size());
  formulation.arrays = two_arrays;
  formulation.array_count = 2;
  formulation.fields = one_field;
  formulation.field_count = 1;
  formulation.own_constants = constants.data();
  formulation.own_constant_count = static_cast<std::uint32_t>(constants.size());
  const FormulationFault fault = sphlab::fault_of(formulation);
  return fault.what == nullptr ? "" : std::string(fault.where) + ": " + fault.what;
}

bool names(const std::string& fault, const std::string& where, const std::string& what) {
  return fault.starts_with(where + ": ") && fault.find(what) != std::string::npos;
}

TEST(FormulationFaults, PassesRunInAnyOrder) {
  EXPECT_EQ(fault_of(right_passes()), "") << "strain before density";
  std::vector<PassDescription> passes = right_passes();
  std::swap(passes[0], passes[1]);
  EXPECT_EQ(fault_of(passes), "") << "and behind it";
}

TEST(FormulationFaults, WhatAPassReadsIsWrittenBeforeIt) {
  std::vector<PassDescription> passes = right_passes();
  passes[1].reads = 0b10;
  EXPECT_TRUE(names(fault_of(passes), "density", "reads an array that no pass before it writes"));
  passes[1].arrays = 0b10;
  EXPECT_TRUE(names(fault_of(passes), "density", "reads an array")) << "not by itself";
  passes[0].arrays = 0b11;
  EXPECT_EQ(fault_of(passes), "");
}

TEST(FormulationFaults, WhatAPassNamesIsDeclared) {
  std::vector<PassDescription> passes = right_passes();
  passes[0].arrays = 0b101;
  EXPECT_TRUE(names(fault_of(passes), "strain", "array that the formulation does not declare"));
  passes = right_passes();
  passes[0].rates = 0b10;
  EXPECT_TRUE(names(fault_of(passes), "strain", "field that the formulation does not declare"));
  passes[0].rates = 0b1;
  passes[2].fields = 0b1;
  EXPECT_TRUE(names(fault_of(passes), "forces", "advanced by its rate as well"));
}

TEST(FormulationFaults, TheLastPassAloneIsTheForces) {
  std::vector<PassDescription> passes = right_passes();
  passes.pop_back();
  EXPECT_TRUE(names(fault_of(passes), "density", "the last pass, and no other, is \"forces\""));
  passes = {pass(forces_pass), pass(forces_pass)};
  EXPECT_TRUE(names(fault_of(passes), "forces", "the last pass, and no other"));
  EXPECT_EQ(fault_of({}), ": it has no passes");
  passes = right_passes();
  passes[1].repeated = true;
  EXPECT_TRUE(names(fault_of(passes), "density", "the pass behind it is not"));
}

TEST(FormulationFaults, APassHasANameOfItsOwn) {
  for (const char* name : {"list", "euler", "time-step"})
    EXPECT_TRUE(names(fault_of({pass(name), pass(forces_pass)}), name, "that of a stage"));
  for (const char* name : {"", "Strain", "a b", "-strain"})
    EXPECT_TRUE(names(fault_of({pass(name), pass(forces_pass)}), name, "small letters"));
  EXPECT_TRUE(names(fault_of({pass("strain"), pass("strain"), pass(forces_pass)}), "strain",
                    "another pass has its name"));
}

TEST(FormulationFaults, AConstantHasItsOwnKeyAndAUnit) {
  const ConstantDescription stress{.key = "yield_stress", .unit = "Pa", .meaning = "It yields."};
  EXPECT_EQ(fault_of(right_passes(), {stress}), "");
  EXPECT_TRUE(names(fault_of(right_passes(), {stress, stress}), "yield_stress",
                    "two constants have this key"));
  for (const char* unit : {"", "pascal", "kg/", "m^", "m^x", "Pa  s", "m/s/s"}) {
    ConstantDescription strange = stress;
    strange.unit = unit;
    EXPECT_TRUE(names(fault_of(right_passes(), {strange}), "yield_stress", "its unit is none"))
        << unit;
  }
  ConstantDescription other = stress;
  other.key = "yield-stress";
  EXPECT_TRUE(names(fault_of(right_passes(), {other}), "yield-stress", "small letters"));
  other = stress;
  other.is_optional = true;
  other.usual = -1;
  EXPECT_TRUE(names(fault_of(right_passes(), {other}), "yield_stress", "not in its range"));
}

TEST(Unit, IsMadeOfFactorsOfTheSi) {
  for (const char* unit : {"1", "m", "kg/m^3", "Pa s", "N kg/m^4", "m^3 s/kg", "1/s^2", "J/(kg K)"})
    EXPECT_TRUE(is_unit(unit)) << unit;
}

}  // namespace
}  // namespace sphlab
