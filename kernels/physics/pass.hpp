// Which pass of its formulation a pair physics computes, and what it is given for it.
#pragma once

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

/// What the stage of a pair physics reads and writes: PairArguments, and its results.
template <class Physics>
using PassArguments = typename detail::Pass<Physics>::type;

}  // namespace sphlab
