// The work that a traversal declares where the constants of its physics state what a pair takes.
#pragma once

#include <utility>

#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/launches.hpp"

namespace sphlab {
namespace detail {

/// Passes on what a strategy launches, with so many operations a pair where its kernel declares
/// any.
template <class Run>
class StatedWork {
 public:
  StatedWork(Run& run, double flops_per_pair) : run_(run), flops_per_pair_(flops_per_pair) {}

  template <class Kernel, class... Arguments>
  int kernel(Kernel function, const Launch& launch, const Arguments&... arguments) {
    return run_.kernel(function, launch.with(stated(launch.work)), arguments...);
  }
  template <class Call>
  int primitive(Call&& call) {
    return run_.primitive(std::forward<Call>(call));
  }
  template <class Loop>
  int loop(const DeclaredWork& work, Loop&& loop) {
    return run_.loop(stated(work), std::forward<Loop>(loop));
  }

 private:
  DeclaredWork stated(DeclaredWork work) const {
    if (work.flops_per_pair > 0) work.flops_per_pair = flops_per_pair_;
    return work;
  }

  Run& run_;
  double flops_per_pair_;
};

}  // namespace detail

/// Calls launches(run), where the run declares what the constants of the physics state of a pair.
/// Returns what that returns.
template <class Physics, class Run, class Launches>
int declaring_stated(const PairArguments& a, Run& run, Launches&& launches) {
  using Constants = typename Physics::Constants;
  if constexpr (requires(const Constants& c) { Physics::flops_of_pair(c); }) {
    detail::StatedWork declaring(run, Physics::flops_of_pair(constants_of<Constants>(a.constants)));
    return launches(declaring);
  } else {
    return launches(run);
  }
}

}  // namespace sphlab
