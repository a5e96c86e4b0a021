#include "harness/stepping/state_on_device.hpp"

#include <vector>

#include "harness/stepping/particle_buffers.hpp"

namespace sphlab {
namespace {

template <class T>
DeviceBuffer<T> uploaded(Runtime& runtime, const std::vector<T>& values) {
  DeviceBuffer<T> buffer(runtime, values.size());
  buffer.upload(values);
  return buffer;
}

}  // namespace

StateOnDevice::StateOnDevice(Runtime& runtime, const ParticleState& state) {
  for_each_of_state(*this, state,
                    [&](auto& mine, const auto& values) { mine = uploaded(runtime, values); });
  for (const auto& [name, values] : state.fields) fields.emplace(name, uploaded(runtime, values));
}

ParticleState StateOnDevice::download() const {
  ParticleState state;
  for_each_of_state(state, *this, [](auto& to, const auto& from) { to = from.download(); });
  for (const auto& [name, values] : fields) state.fields[name] = values.download();
  return state;
}

}  // namespace sphlab
