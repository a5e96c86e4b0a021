// The side of a duel in a record: there where there is one, and part of what the record is of.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/example_record.hpp"

namespace sphlab {
namespace {

TEST(SideOfARecord, StandsInTheJsonOfADuelAlone) {
  Record record = example_record();
  EXPECT_FALSE(to_json(record).contains("side"));
  EXPECT_EQ(record_from_json(to_json(record)).side, "");
  record.side = "candidate";
  EXPECT_EQ(to_json(record).at("side"), "candidate");
  EXPECT_EQ(record_from_json(to_json(record)).side, "candidate");
}

TEST(SideOfARecord, TellsTheTwoRecordsOfARowApart) {
  Record base = example_record();
  Record candidate = base;
  const std::string id_of_a_run = record_id(base);
  base.side = "base";
  candidate.side = "candidate";
  EXPECT_NE(record_id(base), record_id(candidate));
  EXPECT_NE(record_id(base), id_of_a_run);
}

}  // namespace
}  // namespace sphlab
