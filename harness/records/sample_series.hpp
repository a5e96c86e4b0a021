// The samples of a row, which are most of a file, written short and without loss.
//
// - Times of a device are whole ticks of its timer, from the smallest: CUDA returns milliseconds as
//   a float, float(ticks * tick_ns / 1e6) of them. A sample is that in seconds, over the steps or
//   calls that it covers (`per`), less the cost of a mark. The clock of a host counts nanoseconds,
//   and rounds nothing. Times that are not so stand as plain numbers, `time_s`. Ticks are a text
//   (digits.hpp), and numbers in earlier files.
// - Clocks and blocks are runs of [value, count]. A clock that all samples have stands alone.
// - Where every block has the same pattern, the order is that of the first sample, plus that of a
//   block's first sample from there (`turns`), plus that of a sample from its block's first
//   (`within`). Both are parts that many rows share. Elsewhere `order` and `block` stand in the
//   row.
//
// The same is analysis/recorded/series.py.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sphlab {

/// The id of the part of this kind and content, made if it is new.
using ReferToPart =
    std::function<std::string(const std::string& kind, const nlohmann::json& content)>;
/// The content of the part that `key` of a row refers to by `id`. Throws InputError where there is
/// none.
using FindPart = std::function<const nlohmann::json&(
    const std::string& kind, const std::string& key, const std::string& id)>;

/// @param samples, policy of a record's JSON.
nlohmann::json pack_samples(const nlohmann::json& samples, const nlohmann::json& policy,
                            const ReferToPart& refer);

/// The inverse. @param row the samples of a row. Throws what `find` and nlohmann::json throw.
nlohmann::json unpack_samples(const nlohmann::json& row, const nlohmann::json& policy,
                              const FindPart& find);

}  // namespace sphlab
