// Where threads that part meet again.
#include "kernels/counting/control_flow.hpp"

#include <gtest/gtest.h>

namespace sphlab::gpu::simt::counting {
namespace {

constexpr Place way_out = ControlFlow::way_out;

Trace through(std::initializer_list<Place> blocks) {
  Trace trace;
  for (const Place block : blocks) trace.push_back({.kind = EventKind::block, .place = block});
  return trace;
}

ControlFlow flow_of(const std::vector<Trace>& traces) {
  ControlFlow flow;
  for (const Trace& trace : traces) flow.add(trace);
  flow.finish();
  return flow;
}

TEST(ControlFlow, TwoWaysMeetBehindThem) {
  const ControlFlow flow = flow_of({through({1, 2, 4}), through({1, 3, 4})});
  EXPECT_EQ(flow.meeting_point(1), 4u);
  EXPECT_EQ(flow.meeting_point(2), 4u);
  EXPECT_EQ(flow.meeting_point(4), way_out);
  EXPECT_TRUE(flow.branches(1));
  EXPECT_FALSE(flow.branches(2));
}

TEST(ControlFlow, ThoseWhoReturnMeetNobody) {
  const ControlFlow flow = flow_of({through({1, 2}), through({1, 3})});
  EXPECT_EQ(flow.meeting_point(1), way_out);
}

TEST(ControlFlow, WhoLeavesALoopWaitsBehindIt) {
  // 2 is the head of a loop with a branch in its body, 5 its end
  const ControlFlow flow =
      flow_of({through({1, 2, 3, 2, 3, 4, 2, 5}), through({1, 2, 5}), through({1, 2, 3, 2, 5})});
  EXPECT_EQ(flow.meeting_point(2), 5u);
  EXPECT_EQ(flow.meeting_point(3), 2u);
  EXPECT_EQ(flow.meeting_point(4), 2u);
}

TEST(ControlFlow, ABlockMayFollowItself) {
  const ControlFlow flow = flow_of({through({1, 2, 2, 2, 3})});
  EXPECT_TRUE(flow.branches(2));
  EXPECT_EQ(flow.meeting_point(2), 3u);
}

TEST(ControlFlow, ACallComesBackToItsBlock) {
  Trace trace = through({1});
  trace.push_back({.kind = EventKind::call, .place = 10});
  for (const Event& event : through({20, 21})) trace.push_back(event);
  trace.push_back({.kind = EventKind::leave});
  for (const Event& event : through({2})) trace.push_back(event);
  const ControlFlow flow = flow_of({trace});
  EXPECT_EQ(flow.meeting_point(1), 2u);
  EXPECT_EQ(flow.meeting_point(20), 21u);
  EXPECT_EQ(flow.meeting_point(21), way_out);
}

TEST(ControlFlow, NoThreadNoFlow) {
  EXPECT_FALSE(flow_of({}).branches(way_out));
}

}  // namespace
}  // namespace sphlab::gpu::simt::counting
