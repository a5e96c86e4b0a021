// sphlab list: shows packs, strategies, variants, scenarios and so on.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"
#include "harness/cli/list_content.hpp"

namespace sphlab {

struct ListOptions {
  std::string subject;  ///< "": a summary of all
  ListFilter filter;
  bool as_json = false;     ///< an array of objects; of the summary one object, a key a subject
  bool names_only = false;  ///< a name a line
};

/// A subject of the command, and what it may be filtered by.
struct ListSubject {
  const char* name;
  const char* help;
  bool of_packs = false;    ///< --toolchain chooses among its rows
  bool of_physics = false;  ///< so does --physics
  bool of_stages = false;   ///< so does --stage
  bool of_formats = false;  ///< --every-list-format adds rows
};

/// All subjects, in the order of the summary.
const std::vector<ListSubject>& list_subjects();

/// Prints one subject, or the summary: how many there are of each, the first names, and the command
/// that shows all. Throws Error(not_available) that suggests the nearest for a name that nothing
/// matches, and what list_scenarios() throws.
void run_list(const Laboratory& laboratory, const ListOptions& options, const Style& style);

}  // namespace sphlab
