#include "benchmarks/prefix_sum/block_sums.hpp"

#include "kernels/gpu/block_scan.cuh"
#include "kernels/numerics/blelloch_prefix_sum.cuh"
#include "kernels/numerics/block_prefix_sum.cuh"

namespace sphlab {
namespace {

constexpr std::uint32_t most_values_of_a_thread = 16;

struct InPlace {
  __device__ static void sum(std::uint32_t* values, std::uint32_t n) {
    prefix_sum_in_place(values, n);
  }
};

struct Blelloch {
  __device__ static void sum(std::uint32_t* values, std::uint32_t n) {
    blelloch_prefix_sum(values, n);
  }
};

/// From shared memory and back to it, as the other two.
template <unsigned threads, unsigned items>
struct Vendor {
  __device__ static void sum(std::uint32_t* values, std::uint32_t n) {
    std::uint32_t own[items];
    for (unsigned i = 0; i < items; ++i) {
      const unsigned k = threadIdx.x * items + i;
      own[i] = k < n ? values[k] : 0;
    }
    gpu::block_exclusive_sum<std::uint32_t, threads, items>(own);
    for (unsigned i = 0; i < items; ++i) {
      const unsigned k = threadIdx.x * items + i;
      if (k < n) values[k] = own[i];
    }
    __syncthreads();
  }
};

template <class Algorithm>
__global__ void sum_repeatedly(const std::uint32_t* values, std::uint32_t* sums, std::uint32_t n,
                               std::uint32_t repeats) {
  auto* shared = gpu::dynamic_shared<std::uint32_t>();
  for (unsigned k = threadIdx.x; k < n; k += blockDim.x) shared[k] = values[k];
  __syncthreads();
  for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) Algorithm::sum(shared, n);
  for (unsigned k = threadIdx.x; k < n; k += blockDim.x) sums[blockIdx.x * n + k] = shared[k];
}

template <class Algorithm>
int enqueue(const SumLaunch& launch, const std::uint32_t* values, std::uint32_t* sums,
            void* stream) {
  // Blelloch's needs the power of two not below the length
  const std::size_t shared_bytes = blelloch_length(launch.length) * sizeof(std::uint32_t);
  return gpu::launch(gpu::Cooperation::block, sum_repeatedly<Algorithm>, launch.blocks,
                     launch.threads, shared_bytes, stream, values, sums, launch.length,
                     launch.repeats);
}

/// Calls with as many values per thread as the length needs, rounded up to a power of two.
template <unsigned threads, unsigned items = 1>
int enqueue_vendor(const SumLaunch& launch, const std::uint32_t* values, std::uint32_t* sums,
                   void* stream) {
  if constexpr (items < most_values_of_a_thread) {
    if (launch.length > threads * items)
      return enqueue_vendor<threads, 2 * items>(launch, values, sums, stream);
  }
  return enqueue<Vendor<threads, items>>(launch, values, sums, stream);
}

template <bool available>
int enqueue_vendor_of(const SumLaunch& launch, const std::uint32_t* values, std::uint32_t* sums,
                      void* stream) {
  if constexpr (available) {
    switch (launch.threads) {
      case 32:
        return enqueue_vendor<32>(launch, values, sums, stream);
      case 128:
        return enqueue_vendor<128>(launch, values, sums, stream);
      case 512:
        return enqueue_vendor<512>(launch, values, sums, stream);
      default:
        return enqueue_vendor<1024>(launch, values, sums, stream);
    }
  }
  return 0;
}

}  // namespace

bool can_sum(const SumLaunch& launch) {
  if (launch.algorithm != SumAlgorithm::vendor) return true;
  return gpu::has_block_scan && launch.length <= launch.threads * most_values_of_a_thread;
}

int enqueue_sums(const SumLaunch& launch, const std::uint32_t* values, std::uint32_t* sums,
                 void* stream) {
  switch (launch.algorithm) {
    case SumAlgorithm::in_place:
      return enqueue<InPlace>(launch, values, sums, stream);
    case SumAlgorithm::blelloch:
      return enqueue<Blelloch>(launch, values, sums, stream);
    case SumAlgorithm::vendor:
      return enqueue_vendor_of<gpu::has_block_scan>(launch, values, sums, stream);
  }
  return 0;
}

const char* sum_error_text(int code) {
  return gpu::error_text(code);
}

}  // namespace sphlab
