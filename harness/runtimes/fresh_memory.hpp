// Memory of the host that nothing has been written to yet.
#pragma once

#include <cstddef>
#include <vector>

namespace sphlab {

/// Writes a zero to every page of [memory, memory + bytes), on all threads of the host where these
/// are several megabytes. The system hands out a page, emptied, when it is first written to: of
/// gigabytes that takes one thread longer than to fill them.
void touch_pages(void* memory, std::size_t bytes);

/// values.resize(count); where that needs new memory, its pages are touched first.
template <class T>
void resize_touched(std::vector<T>& values, std::size_t count) {
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
