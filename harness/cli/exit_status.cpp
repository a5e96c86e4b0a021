#include "harness/cli/exit_status.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>

#include "harness/interrupt.hpp"
#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/stepping/simulation.hpp"

namespace sphlab {

ExitCode exit_status_of(const std::function<void()>& body, std::string* message) {
  try {
    body();
    message->clear();
    return ExitCode::ok;
  } catch (const Error& error) {
    *message = error.what();
    return error.code;
  } catch (const OutOfMemory& error) {
    *message = error.what();
    return ExitCode::out_of_memory;
  } catch (const Refused& error) {
    *message = error.what();
    return ExitCode::not_available;
  } catch (const CapacityExceeded& error) {
    *message = error.what();
    return ExitCode::verification;
  } catch (const DeviceError& error) {
    *message = error.what();
    return ExitCode::device;
  } catch (const Interrupted& interruption) {
    *message = interruption.what();
    return ExitCode::interrupted;
  } catch (const std::bad_alloc&) {
    *message = "the host's memory is exhausted";
    return ExitCode::out_of_memory;
  } catch (const std::exception& error) {
    *message = fmt::format("internal error, please report it: {}", error.what());
    return ExitCode::failure;
  }
}

}  // namespace sphlab
