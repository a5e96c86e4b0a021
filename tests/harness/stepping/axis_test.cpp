// What a row of the table of axes is enough for, shown by rows that the table does not have.
#include "harness/stepping/axis.hpp"

#include <gtest/gtest.h>

#include "harness/error.hpp"
#include "harness/stepping/variant_axes.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

using nlohmann::json;

/// A variant that may choose in what its sums are taken.
struct VariantWithSums : Variant {
  std::string toy_sums = "float";
};

/// The table with one row more, of sums in what a pack is said to have.
Axes with_sums(const std::vector<json>& served = {"float", "double"}) {
  Axis sums = axis_of_member("toy_sums", &VariantWithSums::toy_sums);
  sums.values = [=](const KernelPack&, const std::string&) { return served; };
  Axes axes = variant_axes();
  axes.push_back(sums);
  return axes;
}

const KernelPack& pack_with_lists() {
  return *pack_of("simt-w32").pack->pack;
}

template <class Act>
Error error_by(const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    return error;
  }
  return {ExitCode::ok, "nothing was thrown"};
}

TEST(Axis, ARowIsEnoughToPrintAValueAndFindItAgain) {
  VariantWithSums variant;
  variant.stages["forces"].name = "par-part-noloop";
  variant.cells_per_radius = 2;
  EXPECT_EQ(printed_name(with_sums(), variant), "par-part-noloop+half-radius-cells");
  variant.toy_sums = "double";
  const std::string name = printed_name(with_sums(), variant);
  EXPECT_EQ(name, "par-part-noloop+half-radius-cells+double");
  VariantWithSums found;
  ASSERT_TRUE(find_by_name(with_sums(), pack_with_lists(), "wcsph-lj", name, found));
  EXPECT_EQ(found.toy_sums, "double");
  EXPECT_EQ(found.cells_per_radius, 2u);
  EXPECT_EQ(found.stages.at("forces").name, "par-part-noloop");
  for (const char* wrong :
       {"par-part-noloop+float", "par-part-noloop+double+half-radius-cells",
        "par-part-noloop+double+double", "par-part-noloop+quad", "double", "+double"}) {
    VariantWithSums none;
    EXPECT_FALSE(find_by_name(with_sums(), pack_with_lists(), "wcsph-lj", wrong, none)) << wrong;
  }
  VariantWithSums without;
  EXPECT_FALSE(find_by_name(variant_axes(), pack_with_lists(), "wcsph-lj", name, without));
}

TEST(Axis, ARowIsEnoughToReadAndWriteAValue) {
  const json document = {{"toy_sums", "double"}, {"forces", {{"name", "rows-merged"}}}};
  VariantWithSums variant;
  read_axes(with_sums(), document, "here", variant);
  EXPECT_EQ(variant.toy_sums, "double");
  EXPECT_EQ(written_axes(with_sums(), variant).at("toy_sums"), "double");
  EXPECT_FALSE(written_axes(variant_axes(), variant).contains("toy_sums"));
  variant.toy_sums = "float";
  EXPECT_FALSE(written_axes(with_sums(), variant).contains("toy_sums"));
}

TEST(Axis, ARecordHasAValueThatIsNotTheDefault) {
  VariantWithSums variant;
  variant.stages["forces"].name = "rows-merged";
  variant.cells_per_radius = 2;
  EXPECT_TRUE(recorded_choices(with_sums(), variant).empty()) << "a record has keys for the others";
  variant.toy_sums = "double";
  EXPECT_EQ(json(recorded_choices(with_sums(), variant)), json({{"toy_sums", "double"}}));
}

TEST(Axis, AValueThatNoPackServesIsRefusedWithThoseThatOneDoes) {
  VariantWithSums variant;
  EXPECT_NO_THROW(require_served(with_sums({}), pack_with_lists(), "wcsph-lj", variant))
      << "the default";
  variant.toy_sums = "double";
  EXPECT_NO_THROW(require_served(with_sums(), pack_with_lists(), "wcsph-lj", variant));
  const Error refused = error_by([&] {
    require_served(with_sums({"float", "kahan"}), pack_with_lists(), "wcsph-lj", variant);
  });
  EXPECT_EQ(refused.code, ExitCode::not_available);
  EXPECT_TRUE(mentions(refused.what(), {"toy_sums", "'simt-w32'", "'double'", "'wcsph-lj'",
                                        "it serves float, kahan"}));
  variant.toy_sums = "kahn";
  EXPECT_TRUE(mentions(error_by([&] {
                         require_served(with_sums({"kahan"}), pack_with_lists(), "wcsph-lj",
                                        variant);
                       }).what(),
                       {"did you mean 'kahan'?"}));
}

TEST(Axis, KeysThatContradictOrNeedEachOtherAreRefused) {
  Axes axes = with_sums();
  axes.back().needs = {"list_format", "it is for a list; name its \"list_format\""};
  axes.back().decides = {"cells_per_radius"};
  const auto refusal = [&](const json& document) {
    const Error error = error_by([&] {
      VariantWithSums variant;
      read_axes(axes, document, "file: variants[0]", variant);
    });
    EXPECT_EQ(error.code, ExitCode::bad_input);
    return std::string(error.what());
  };
  EXPECT_EQ(refusal({{"toy_sums", "double"}}),
            "file: variants[0].toy_sums: it is for a list; name its \"list_format\"");
  EXPECT_EQ(
      refusal({{"toy_sums", "double"}, {"list_format", "split-chunk-4"}, {"cells_per_radius", 2}}),
      "file: variants[0].cells_per_radius: the toy_sums decides it; leave one of them "
      "out");
}

TEST(VariantAxes, EachKeyAndEachPartOfANameIsOfOneAxis) {
  std::set<std::string> keys;
  std::set<std::string> parts;
  for (const Axis& axis : variant_axes()) {
    EXPECT_TRUE(keys.insert(axis.key).second) << axis.key;
    if (!axis.print || !axis.values) continue;
    for (const json& value : axis.values(pack_with_lists(), "wcsph-lj")) {
      Variant variant;
      axis.set(variant, value, axis.key);
      const std::string part = axis.print(variant);
      if (part.empty() || value.is_null()) continue;
      EXPECT_TRUE(parts.insert(part).second) << part << " of " << axis.key;
      const json got = axis.get(variant);
      EXPECT_EQ(value.is_object() ? got.at("name") : got,
                value.is_object() ? value.at("name") : value);
      axis.set(variant, nullptr, axis.key);
      EXPECT_TRUE(axis.get(variant).is_null()) << axis.key;
    }
  }
  EXPECT_GT(parts.size(), 50u);
}

TEST(VariantAxes, AFormatOrASizeOfCellsThatNoPackServesIsRefused) {
  Variant variant = variant_of("par-part-noloop");
  variant.list_format = "split-chunk-5";
  const Error format =
      error_by([&] { require_served(variant_axes(), pack_with_lists(), "wcsph-lj", variant); });
  EXPECT_EQ(format.code, ExitCode::not_available);
  EXPECT_TRUE(mentions(format.what(), {"list_format", "'split-chunk-5'", "did you mean"}));
  variant = variant_of("par-part-noloop");
  variant.cells_per_radius = most_cells_per_radius + 1;
  EXPECT_TRUE(mentions(error_by([&] {
                         require_served(variant_axes(), pack_with_lists(), "wcsph-lj", variant);
                       }).what(),
                       {"cells_per_radius", "it serves 1, 2, 3"}));
}

}  // namespace
}  // namespace sphlab::test
