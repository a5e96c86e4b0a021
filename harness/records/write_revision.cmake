# Writes the git revision of SOURCE_DIR, and VERSION, to OUTPUT, and touches OUTPUT only when it
# changed. Run at every build, not at configure time: a commit between two builds must not go unnoticed.
set(revision "")
set(dirty "false")
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse HEAD
                OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(NOT failed)
  set(revision "${head}")
  execute_process(COMMAND git -C ${SOURCE_DIR} diff --quiet HEAD -- RESULT_VARIABLE differs)
  if(differs)
    set(dirty "true")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "// Written by the build.
#pragma once

namespace sphlab {

inline constexpr char built_revision[] = \"${revision}\";
inline constexpr bool built_dirty = ${dirty};
inline constexpr char version[] = \"${VERSION}\";

}  // namespace sphlab
")
