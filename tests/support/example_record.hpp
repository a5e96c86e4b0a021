// A complete and valid record, for tests to break one thing at a time.
#pragma once

#include "harness/records/environment.hpp"
#include "harness/records/record.hpp"
#include "harness/records/statistics.hpp"

namespace sphlab {

inline Record example_record(const std::string& stage = "forces") {
  Record record;
  record.suite = "example";
  record.recorded_at = utc_now();
  record.code = built_code();
  record.device.name = "NVIDIA H200";
  record.device.slug = slug_of(record.device.name);
  record.device.compute_units = 132;
  record.host = host_machine();
  record.runtime = {"cuda", "CUDA 13.0", std::nullopt};
  record.toolchain = {"nvcc-13.0", "nvcc 13.0", "g++ 12.2", "-O3", false, true, "sm_90", 32};
  record.scenario = {"dam-break-lj",
                     1000,
                     800,
                     200,
                     0,
                     0,
                     {{"particles_per_height", 32}},
                     "0123456789abcdef",
                     {"initial", 0, 0, "fedcba9876543210", {}, {}, {}}};
  record.physics = "wcsph-lj";
  record.variant = "list-gather+per-particle";
  record.strategies = {{"forces", "list-gather"}, {"list", "per-particle"}};
  record.tuning = {{"forces", {{"block", 128}}}};
  record.stages = {"hash", "sort", "cells", "reorder", "list", "forces"};
  record.stage = stage;
  record.scope = "stage";
  record.cache = "loop";
  record.calls_per_step = 2;
  record.samples.time_s = {1.0e-4, 1.1e-4, 1.2e-4};
  record.samples.clock_mhz = {1980, std::nullopt, 1980};
  record.samples.order = {4, 5, 6};
  record.samples.block = {0, 1, 2};
  record.policy = {
      2, 6, 10, "shuffled ABBA", "six blocks", "six blocks done", 2.0e-6, std::nullopt, 32e-9};
  record.summary = summarise(record.samples.time_s, record.policy.resolution_s);
  record.summary.pairs_per_s = 1e9;
  record.work.accepted_pairs = 1e5;
  record.kernels = {{"correct", 30, 0, 0, 0, 128, 1.0}, {"list_gather", 64, 0, 0, 0, 128, 0.5}};
  record.resources = {180000, 512000};
  record.validity = {"ok", {{"force error", 1e-6, 2e-5, true}}};
  record.id = record_id(record);
  return record;
}

}  // namespace sphlab
