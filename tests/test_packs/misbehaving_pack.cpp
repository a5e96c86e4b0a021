// A pack whose forces do to the process what SPHLAB_TEST_DEED names, and are right otherwise; where
// SPHLAB_TEST_AFTER names a file, not before there is something in it.
#include <omp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cfenv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "tests/test_packs/altered_pack.hpp"

namespace {

void close_all() {
  for (int descriptor = 3; descriptor < 64; ++descriptor) close(descriptor);
}

[[noreturn]] void never_return() {
  for (volatile unsigned turn = 0;;) turn = turn + 1;
}

/// In the threads that the harness has, too, and not in that which calls.
void round_in_threads() {
#pragma omp parallel
  if (omp_get_thread_num() > 0) std::fesetround(FE_UPWARD);
}

/// The copy has none of the threads, may wait for them for ever, and ends with the process.
void fork_and_go_on() {
  const pid_t copy = fork();
  if (copy < 0) std::abort();
  if (copy == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/// What is done before the forces are computed.
void do_deed(std::string_view deed) {
  if (deed == "exit") std::exit(0);
  if (deed == "_exit") _exit(0);
  if (deed == "exit-in-thread") std::thread([] { std::exit(0); }).join();
  if (deed == "throw") throw std::runtime_error("out of luck");
  if (deed == "throw-number") throw 7;
  if (deed == "abort") std::abort();
  if (deed == "kill") kill(getpid(), SIGKILL);
  if (deed == "loop") never_return();
  if (deed == "close") close_all();
  if (deed == "print") {
    std::puts("printed by a kernel");
    std::fflush(stdout);
  }
  if (deed == "round") std::fesetround(FE_UPWARD);
  if (deed == "round-in-threads") round_in_threads();
  if (deed == "fork" && fork() == 0) _exit(0);
  if (deed == "fork-and-go-on") fork_and_go_on();
}

/// What is done to the arrays behind that.
void write_wrongly(std::string_view deed, const sphlab::PairArguments& a, float4* rates) {
  const std::uint32_t live = a.cell_begin[a.grid.count];
  if (deed == "overrun") rates[live].x = 1;
  if (deed == "underrun") rates[-1].x = 1;
  if (deed == "input") const_cast<float4*>(a.state.position)[live / 2].x += 1e-3f;
}

std::string_view deed() {
  const char* deed = std::getenv("SPHLAB_TEST_DEED");
  const char* file = std::getenv("SPHLAB_TEST_AFTER");
  std::error_code absent;
  if (deed == nullptr) return "";
  if (file == nullptr) return deed;
  const std::uintmax_t size = std::filesystem::file_size(file, absent);
  return !absent && size > 0 ? deed : "";
}

int misbehave(const void* arguments, const std::uint32_t* tuning, void* stream) {
  const std::string_view chosen = deed();
  do_deed(chosen);
  const int code = sphlab::test::original_launch(arguments, tuning, stream);
  const auto& a = *static_cast<const sphlab::ForceArguments*>(arguments);
  write_wrongly(chosen, a, a.rate);
  return code;
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  constexpr std::string_view opening = "opened: ";
  if (deed().starts_with(opening)) do_deed(deed().substr(opening.size()));
  static const sphlab::KernelPack* const pack =
      sphlab::test::altered_pack(sphlab::test::altered_forces, misbehave);
  return pack;
}
