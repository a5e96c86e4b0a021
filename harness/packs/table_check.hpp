// Whether the table of a kernel pack can be believed.
#pragma once

#include <string>

#include "kernels/abi/kernel_pack.hpp"

namespace sphlab {

/// Why the table cannot be used, "" when it can: another interface version or layout (both are
/// named), a missing name or function, two strategies of one name, a stage whose strategies leave
/// open which is the default. Nothing behind `built_with` is read before version and layout fit.
std::string table_problem(const KernelPack* pack);

}  // namespace sphlab
