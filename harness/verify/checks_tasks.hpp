// Checks of the tasks of a traversal: which particles they hold, and where these lie.
#pragma once

#include <cstddef>

#include "harness/stepping/downloaded_tasks.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/checks_state.hpp"

namespace sphlab {

/// Each live particle is in one task, or in none and told to be, and only once. A task has from 1
/// to most_task_targets targets, all of its cell; two that are merged are neighbours in the array,
/// from an even number on, and of one cell.
///
/// @param state whose cells have passed their checks. @param live particles [0, live) are in cells.
Check tasks_complete(const SortedState& state, std::size_t live, const DownloadedTasks& tasks);

/// Every target of a task lies in the slabs along x and the columns along z that are its task's
/// range; where no cell is cut, ranges are 0.
///
/// @param state whose cuboids have passed their check, too. @param tasks that have passed
/// tasks_complete(). Throws Error(verification) for an order that the oracle does not know to cut
/// cells.
Check task_ranges_hold(const SortedState& state, const DownloadedTasks& tasks);

}  // namespace sphlab
