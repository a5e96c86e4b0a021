// The table of a runtime of CUDA or HIP: the end of the source of both, behind the functions that
// it names, which stand in shared_runtime.hpp or in that source.
#pragma once

namespace sphlab {
namespace {

/// All that both have; what is null in it, the runtime of `Device` may add.
template <class Device>
RuntimeTable runtime_table(const char* name) {
  return {.abi_version = runtime_abi_version,
          .name = name,
          .version = version(),
          .unusable = unusable,
          .error_text = error_text,
          .device_count = device_count,
          .open_device = open_device<Device>,
          .close_device = on_device<close_device<Device>>,
          .properties = on_device<properties>,
          .stream = on_device<stream>,
          .synchronize = on_device<synchronize>,
          .allocate = on_device<allocate>,
          .release = on_device<release>,
          .upload = on_device<upload>,
          .download = on_device<download>,
          .copy = on_device<copy>,
          .fill = on_device<fill>,
          .flush_cache = on_device<flush_cache<Device>>,
          .begin_turn = on_device<begin_turn>,
          .event_create = on_device<event_create>,
          .event_destroy = on_device<event_destroy>,
          .event_record = on_device<event_record>,
          .event_seconds = on_device<event_seconds>,
          .graph_begin = on_device<graph_begin>,
          .graph_end = on_device<graph_end>,
          .graph_launch = on_device<graph_launch>,
          .graph_destroy = on_device<graph_destroy>,
          .clock_mhz = on_device<clock_mhz>,
          .scratch_bytes = on_device<scratch_bytes>,
          .sort_pairs = on_device<sort_pairs>,
          .exclusive_scan = on_device<exclusive_scan>,
          .reduce_max = on_device<reduce_max>,
          .widen_rows = on_device<for_each_item<WidenRows>>,
          .number_particles = on_device<for_each_item<NumberParticles>>,
          .key_coordinates = on_device<for_each_item<KeyCoordinates>>,
          .count_neighbours = on_device<for_each_item<CountNeighbours>>,
          .write_neighbours = on_device<for_each_item<WriteNeighbours>>,
          .reach_limit = on_device<reach_limit>,
          .energy = on_device<energy>};
}

}  // namespace
}  // namespace sphlab
