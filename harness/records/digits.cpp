#include "harness/records/digits.hpp"

#include <fmt/format.h>

#include <string_view>

#include "harness/error.hpp"

namespace sphlab {
namespace {

constexpr std::string_view ends =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
constexpr std::string_view goes_on = "!#$%&'()*,-.:;<=>?@[]^_`{|}~";
constexpr auto count_of_ends = static_cast<std::int64_t>(ends.size());
constexpr auto count_of_signs = static_cast<std::int64_t>(goes_on.size());
constexpr std::int64_t most = std::int64_t{1} << 53;  // what a double holds exactly

[[noreturn]] void refuse(const std::string& reason) {
  throw InputError("samples.time.ticks: " + reason);
}

std::string digits_of(std::int64_t number) {
  std::string text(1, ends[static_cast<std::size_t>(number % count_of_ends)]);
  for (std::int64_t more = number / count_of_ends; more > 0; more /= count_of_signs)
    text.insert(text.begin(), goes_on[static_cast<std::size_t>(more % count_of_signs)]);
  return text;
}

}  // namespace

std::string to_digits(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (const std::int64_t number : numbers) text += digits_of(number);
  return text;
}

std::vector<std::int64_t> from_digits(const std::string& text) {
  std::vector<std::int64_t> numbers;
  std::int64_t more = 0;
  bool is_ended = true;
  for (const char character : text) {
    if (const auto last = ends.find(character); last != std::string_view::npos) {
      numbers.push_back(more * count_of_ends + static_cast<std::int64_t>(last));
      more = 0;
      is_ended = true;
      continue;
    }
    const auto sign = goes_on.find(character);
    if (sign == std::string_view::npos)
      refuse(fmt::format("the byte {} is no digit", static_cast<unsigned char>(character)));
    more = more * count_of_signs + static_cast<std::int64_t>(sign);
    if (more > most / count_of_ends) refuse("a number is beyond 2^53");
    is_ended = false;
  }
  if (!is_ended) refuse("the last number has no end");
  return numbers;
}

}  // namespace sphlab
