// How a strategy says that it cannot run, and why.
#pragma once

#include <string>

namespace sphlab {

/// Returns strategy_refused, for launches() to return, and keeps `reason` for error_text(), which
/// prints it behind the strategy's name: "27 cells need ...".
int refuse(const std::string& reason);

/// KernelPack::error_text: refusals and unknown tunings, else what the device says of `code`.
const char* pack_error_text(int code);

}  // namespace sphlab
