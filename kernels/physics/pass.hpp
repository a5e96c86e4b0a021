// Which pass of its formulation a pair physics computes, and what it is given for it.
#pragma once

#include "kernels/abi/formulation.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/abi/stages.hpp"

namespace sphlab {
namespace detail {

template <class Physics>
constexpr Stage stage_of() {
  if constexpr (requires { Physics::stage; }) return Physics::stage;
  return Stage::forces;
}

// A type of its own, so that no expression stands in the mangled names of kernels.
template <class Physics>
struct Pass {
  static constexpr Stage stage = stage_of<Physics>();
  static_assert(describe(stage).time == StageTime::pass, "a pair physics computes a pass");
  using type = ArgumentsOf<stage>;
};

}  // namespace detail

/// The stage of a pair physics: its `stage`, and forces where it names none.
template <class Physics>
inline constexpr Stage pass_stage = detail::Pass<Physics>::stage;

namespace detail {

template <class Physics>
constexpr PassDescription describe_pass() {
  PassDescription pass{};
  pass.stage = stage_of<Physics>();
  if constexpr (requires { Physics::writes_arrays; }) pass.arrays = Physics::writes_arrays;
  if constexpr (requires { Physics::writes_rates; }) pass.rates = Physics::writes_rates;
  if constexpr (requires { Physics::writes_fields; }) pass.fields = Physics::writes_fields;
  if constexpr (requires { Physics::repeated; }) pass.repeated = Physics::repeated;
  return pass;
}

}  // namespace detail

/// What a pair physics declares of its pass.
template <class Physics>
inline constexpr PassDescription pass_description = detail::describe_pass<Physics>();

/// Whether its pass is repeated until an error is small enough.
template <class Physics>
inline constexpr bool is_repeated = pass_description<Physics>.repeated;

/// What the stage of a pair physics reads and writes: PairArguments, and its results.
template <class Physics>
using PassArguments = typename detail::Pass<Physics>::type;

}  // namespace sphlab
