// Memory of the host that nothing has been written to yet.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace sphlab {

/// Writes a zero to every page of [memory, memory + bytes), on all threads of the host where these
/// are several megabytes. The system hands out a page, emptied, when it is first written to: of
/// gigabytes that takes one thread longer than to fill them.
void touch_pages(void* memory, std::size_t bytes);

/// Leaves elements that a container makes without a value as the memory is.
template <class T>
struct UnfilledAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UnfilledAllocator<U>;
  };
  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Arguments>
  void construct(U* at, Arguments&&... arguments) {
    ::new (static_cast<void*>(at)) U(std::forward<Arguments>(arguments)...);
  }
};

/// A vector whose resize() writes nothing, for what a download is to overwrite.
template <class T>
using UnfilledVector = std::vector<T, UnfilledAllocator<T>>;

/// values.resize(count); where that needs new memory, its pages are touched first.
template <class T, class Allocator>
void resize_touched(std::vector<T, Allocator>& values, std::size_t count) {
  if (count > values.capacity()) {
    values.reserve(count);
    touch_pages(values.data() + values.size(), (count - values.size()) * sizeof(T));
  }
  values.resize(count);
}

/// A vector of so many T{}, whose pages were touched first.
template <class T>
std::vector<T> touched_vector(std::size_t count) {
  std::vector<T> values;
  resize_touched(values, count);
  return values;
}

}  // namespace sphlab
/// Compiled once, with optimisation: without it, as in tests, such a vector of bytes destroys one
/// after the other.
extern template class std::vector<std::byte, sphlab::UnfilledAllocator<std::byte>>;
