// The order of a cycle of an SPH run.
#pragma once

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/arguments.hpp"
#include "harness/stepping/preparations.hpp"
#include "harness/stepping/schedule.hpp"

namespace sphlab {

/// The schedule of a variant: the only place where the order of its loop stands.
///
/// A check is displacement. A rebuild is hash, sort, cells (unless the sort is a pack's, which
/// finds the offsets of the cells itself), tiles (where the order cuts the cells), cell-sort (where
/// the variant has it), reorder, what the passes prepare, list and list-order (where a pass reads a
/// list), and remember (where displacements demand the rebuilds). A step is what the scheme's
/// program says; without time stepping it is one evaluation of the passes. The items of its first
/// evaluation, which is always on the state at the beginning of the step, have line 0.
///
/// Where the passes run on another device than all other stages, a rebuild ends with an upload of
/// what it has changed, each evaluation begins with one unless it follows a rebuild, and ends with
/// a download of its rates. The host then waits for that device behind each pass and preparation.
///
/// All arguments outlive the schedule. @param of_passes the runtime of the passes: `runtime`, or
/// that of a device beside it, whose one pass is the forces.
/// Throws Error(not_available) for an order that cannot run.
Schedule sph_schedule(Runtime& runtime, Runtime& of_passes, StageInputs& inputs,
                      const Preparations& preparations);

}  // namespace sphlab
