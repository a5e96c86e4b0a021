#include "harness/stepping/state_on_device.hpp"

#include <vector>

namespace sphlab {
namespace {

template <class T>
DeviceBuffer<T> uploaded(Runtime& runtime, const std::vector<T>& values) {
  DeviceBuffer<T> buffer(runtime, values.size());
  buffer.upload(values);
  return buffer;
}

}  // namespace

StateOnDevice::StateOnDevice(Runtime& runtime, const ParticleState& state)
    : position(uploaded(runtime, state.position)),
      velocity(uploaded(runtime, state.velocity)),
      identity(uploaded(runtime, state.identity)) {
  for (const auto& [name, values] : state.fields) fields.emplace(name, uploaded(runtime, values));
}

ParticleState StateOnDevice::download() const {
  ParticleState state{position.download(), velocity.download(), identity.download(), {}};
  for (const auto& [name, values] : fields) state.fields[name] = values.download();
  return state;
}

}  // namespace sphlab
