// A runtime with its errors as exceptions and its memory as owned buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/runtimes/runtime_abi.hpp"
#include "kernels/abi/stage_arguments.hpp"

namespace sphlab {

/// A device call failed, or the device is gone. Nothing more can be done with the runtime.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An allocation does not fit. Tells how many bytes were asked for and how many were free.
class OutOfMemory : public std::runtime_error {
 public:
  OutOfMemory(const std::string& what, std::size_t needed, std::size_t available);
  std::size_t needed;
  std::size_t available;
};

/// A device that a runtime has opened, with its stream, until it is destroyed. Not copyable;
/// buffers, events and graphs must not outlive it.
class Runtime {
 public:
  /// @param table a usable runtime's table. @param device index below device_count.
  /// Throws DeviceError.
  Runtime(const RuntimeTable& table, int device);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  ~Runtime();

  const RuntimeTable& table() const { return table_; }
  std::string name() const { return table_.name; }
  /// Whether the host is the device: its memory is the host's, and what is enqueued is done at
  /// once.
  bool is_host() const { return name() == "host"; }
  DeviceProperties properties() const;
  /// The stream that packs launch on. Throws DeviceError.
  void* stream() const;
  /// Throws DeviceError with `what` and the runtime's text when code is not 0.
  void check(int code, const char* what) const;
  /// Calls a function of the table on the device: call(&RuntimeTable::fill, "fill", data, 0,
  /// bytes). Throws as check().
  template <class... P>
  void call(int (*RuntimeTable::*function)(OpenDevice*, P...), const char* what,
            std::type_identity_t<P>... arguments) const {
    check((table_.*function)(device_, arguments...), what);
  }
  /// The same without a check, for destructors.
  template <class... P>
  void call_unchecked(int (*RuntimeTable::*function)(OpenDevice*, P...),
                      std::type_identity_t<P>... arguments) const noexcept {
    static_cast<void>((table_.*function)(device_, arguments...));
  }
  /// What strategies ask of the runtime, on this scratch.
  DevicePrimitives primitives(void* scratch, std::size_t scratch_bytes) const {
    return {device_, table_.fill, table_.exclusive_scan, table_.download, scratch, scratch_bytes};
  }
  void synchronize() const;
  /// Waits, and takes back what the contender before may have set of the device's caches and
  /// stream.
  void begin_turn() const;
  /// The compute clock in MHz, -1 where the device does not tell.
  int clock_mhz() const;
  /// The energy counter now. Throws DeviceError.
  EnergyReading energy() const;

  /// Captures what `work` enqueues as a graph, for graph_launch and graph_destroy. Only where the
  /// runtime has graphs. Throws DeviceError, and what `work` throws, with nothing left captured.
  void* capture(const std::function<void()>& work);

  /// Enqueues `work`, to be done only if *device_flag is not 0 when the device gets there. The
  /// device decides where a graph is captured and the runtime has conditional nodes: `work` must
  /// then record no events. Elsewhere the host waits, reads the flag and decides.
  /// Throws DeviceError, also where a graph is captured that cannot hold a decision.
  void enqueue_if(const std::uint32_t* device_flag, const std::function<void()>& work);

  bool has_graphs() const { return table_.graph_begin != nullptr; }

  /// Whether the device can decide, see enqueue_if().
  bool has_conditions() const { return table_.condition_begin != nullptr; }

  /// Does `work` and waits for it, inside a ProfilerRange. Throws DeviceError, and what `work`
  /// throws, with the range closed.
  void profile(const std::string& name, const std::function<void()>& work);

  /// Whether a profiler can be told what to look at.
  bool has_ranges() const { return table_.range_begin != nullptr; }

 private:
  const RuntimeTable& table_;
  OpenDevice* device_ = nullptr;
  bool capturing_ = false;
};

/// A range that a profiler sees. Waits for what was enqueued before, and when it is closed for what
/// was enqueued in it, so that it holds that and nothing else. Only where has_ranges(). Ranges do
/// not nest, and must not outlive the runtime.
class ProfilerRange {
 public:
  /// Throws DeviceError.
  ProfilerRange(Runtime& runtime, const std::string& name);
  ProfilerRange(const ProfilerRange&) = delete;
  ProfilerRange& operator=(const ProfilerRange&) = delete;
  /// Without waiting, if it was not closed.
  ~ProfilerRange();

  /// Once. Throws DeviceError.
  void close();

 private:
  Runtime& runtime_;
  bool open_ = true;
};

/// The runtimes at hand: host, and those of `directories` that load. The reasons why others did not
/// are appended to `problems`, one readable line each.
std::vector<const RuntimeTable*> load_runtimes(const std::vector<std::string>& directories,
                                               std::vector<std::string>* problems);

/// The host runtime's table.
const RuntimeTable& host_runtime();

/// What a GPU's driver maps at once. Smaller arrays share a page, and a place in one that was freed
/// goes to the next that asks.
inline constexpr std::size_t device_page_bytes = std::size_t{2} << 20;

/// Where buffers come from: a runtime's device, and what each of them takes at least. With
/// device_page_bytes none shares a page with another.
struct DeviceMemory {
  DeviceMemory(Runtime& of, std::size_t at_least = 0) : runtime(of), least_bytes(at_least) {}
  Runtime& runtime;
  std::size_t least_bytes;
};

/// Bytes of one value before each buffer, and as many behind it, which nobody has a reason to
/// change. Under the address sanitizer none: it sees more, what is only read, too.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr std::size_t guard_bytes = 0;
#else
/// A multiple of what devices and caches align to, so that a buffer is as aligned as what was
/// allocated.
inline constexpr std::size_t guard_bytes = 4096;
#endif

/// Owned device memory for `size()` objects of T. Movable. Throws OutOfMemory, DeviceError.
template <class T>
class DeviceBuffer {
 public:
  using Element = T;
  DeviceBuffer() = default;
  DeviceBuffer(DeviceMemory memory, std::size_t count);
  ~DeviceBuffer();
  DeviceBuffer(DeviceBuffer&& other) noexcept { swap(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }
  void upload(const std::vector<T>& values);         ///< values.size() <= size()
  std::vector<T> download(std::size_t count) const;  ///< the first count objects
  std::vector<T> download() const { return download(count_); }
  /// The first count objects in place of `values`, whose memory is used again as far as it reaches:
  /// where fresh pages are dear, gigabytes of them take longer than filling them.
  template <class Allocator>
  void download_into(std::vector<T, Allocator>& values, std::size_t count) const;
  void fill_bytes(int byte);
  void copy_from(const DeviceBuffer& other);  ///< the same size
  /// Whether nothing was written right before it or right behind it. Waits.
  bool has_guards() const;
  void set_guards();  ///< anew

 private:
  void swap(DeviceBuffer& other) noexcept {
    std::swap(runtime_, other.runtime_);
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
  }
  Runtime* runtime_ = nullptr;
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

namespace detail {
void* allocate(DeviceMemory memory, std::size_t count, std::size_t size);
void release(Runtime& runtime, void* data);
void set_guards(Runtime& runtime, void* data, std::size_t bytes);
bool has_guards(Runtime& runtime, const void* data, std::size_t bytes);
}  // namespace detail

template <class T>
DeviceBuffer<T>::DeviceBuffer(DeviceMemory memory, std::size_t count)
    : runtime_(&memory.runtime),
      data_(static_cast<T*>(detail::allocate(memory, count, sizeof(T)))),
      count_(count) {}

template <class T>
DeviceBuffer<T>::~DeviceBuffer() {
  if (data_ != nullptr) detail::release(*runtime_, data_);
}

template <class T>
void DeviceBuffer<T>::upload(const std::vector<T>& values) {
  if (values.size() > count_)
    throw std::length_error("DeviceBuffer::upload: more values than room");
  runtime_->call(&RuntimeTable::upload, "upload", data_, values.data(), values.size() * sizeof(T));
}

template <class T>
std::vector<T> DeviceBuffer<T>::download(std::size_t count) const {
  std::vector<T> values;
  download_into(values, count);
  return values;
}

template <class T>
template <class Allocator>
void DeviceBuffer<T>::download_into(std::vector<T, Allocator>& values, std::size_t count) const {
  if (count > count_) throw std::length_error("DeviceBuffer::download: more values than there are");
  if (values.capacity() < count) values = {};  // not to be copied to where there is room
  resize_touched(values, count);
  runtime_->call(&RuntimeTable::download, "download", values.data(), data_, count * sizeof(T));
}

template <class T>
void DeviceBuffer<T>::fill_bytes(int byte) {
  runtime_->call(&RuntimeTable::fill, "fill", data_, byte, bytes());
}

template <class T>
bool DeviceBuffer<T>::has_guards() const {
  return data_ == nullptr || detail::has_guards(*runtime_, data_, bytes());
}

template <class T>
void DeviceBuffer<T>::set_guards() {
  if (data_ != nullptr) detail::set_guards(*runtime_, data_, bytes());
}

template <class T>
void DeviceBuffer<T>::copy_from(const DeviceBuffer& other) {
  if (other.count_ != count_) throw std::length_error("DeviceBuffer::copy_from: sizes differ");
  runtime_->call(&RuntimeTable::copy, "copy", data_, other.data_, bytes());
}

}  // namespace sphlab
