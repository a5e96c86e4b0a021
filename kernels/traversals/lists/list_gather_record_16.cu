// forces/list-gather-record-16: list-gather whose sources of a fluid are read in 16 bytes in place
// of 32 (kernels/storage/record_16.cuh). Those of walls are read in 16 bytes as they are, position
// alone: a wall holds its neighbours just inside its reach, where a force tells the last bits of a
// distance.
//
// Its rates err by more than verification allows other traversals: it states by how much. Most do
// those of the density, of fast flows as of still water, whose largest rates are small.
#include "kernels/neighbours/section_walk.cuh"
#include "kernels/storage/record_16.cuh"
#include "kernels/traversals/lists/list_gather.cuh"
#include "kernels/traversals/lists/list_gather_records.cuh"

namespace sphlab {
namespace {

template <class Format, class Physics, int width>
class Record16Gather {
  using Coefficients = typename Physics::Coefficients;
  using Sum = typename Physics::template Sum<float>;
  using Fluid = typename Physics::Fluid;
  static constexpr TypeMask fluid = mask_of(ParticleType::fluid);

 public:
  __device__ __forceinline__ Record16Gather(const PassArguments<Physics>& a,
                                            const Coefficients& coefficients,
                                            const Record16& record)
      : a_(a), coefficients_(coefficients), pairs_(record, coefficients.fluid) {}

  template <class... Groups>
  __device__ __forceinline__ Sum gather(TypeList<Groups...>, std::uint32_t i) const {
    Sum sum;
    (add<Groups>(i, sum), ...);
    return sum;
  }

 private:
  template <class Group>
  __device__ __forceinline__ void add(std::uint32_t i, Sum& sum) const {
    if constexpr (Group::mask == fluid) {
      Sum of_fluid;
      add_fluid<Group>(i, of_fluid);
      const Sum more = pairs_.in_units(of_fluid);
      sum = {sum.x + more.x, sum.y + more.y, sum.z + more.z, sum.density + more.density};
    } else {
      const auto target = StateSources{}.template load<Physics>(a_, i);
      gather_group<SectionWalks, Format, Physics, width, Group>(a_, coefficients_, StateSources{},
                                                                i, target, sum);
    }
  }

  template <class Group>
  __device__ __forceinline__ void add_fluid(std::uint32_t i, Sum& sum) const {
    const CompactSource target = pairs_.source(pairs_.words(i));
    SectionWalks::visit<Format, width>(
        SectionsOf<Format, Group>{}, a_, i,
        [&](const std::uint32_t(&neighbours)[width], int count) {
          SourceWords words[width];
#pragma unroll
          for (int k = 0; k < width; ++k) words[k] = pairs_.words(neighbours[k]);
#pragma unroll
          for (int k = 0; k < width; ++k) {
            const bool included = vanishes_on_itself<Physics, Group> || k < count;
            pairs_.add(target, pairs_.source(words[k]), included, sum);
          }
        });
  }

  const PassArguments<Physics>& a_;
  const Coefficients& coefficients_;
  Record16Pairs<Fluid> pairs_;
};

/// Reads state, list and records; writes what the physics stores, and nothing once a particle has
/// been found that records do not hold. Of a physics that counts pairs, sources are those of the
/// state: rounding must not bring them across the radius.
template <class Format, class Physics, int width>
__global__ void __launch_bounds__(256, gpu::least_blocks(SectionWalks::blocks(width *
                                                                              sizeof(SourceWords))))
    list_gather_record_16(PassArguments<Physics> a, typename Physics::Coefficients coefficients,
                          Record16 record) {
  if (record.sources.head->left != 0) return;
  end_state(record.sources);
  if constexpr (requires { typename Physics::Fluid; }) {
    const std::uint32_t i = target_of_thread(a);
    if (i >= targets(a).last) return;
    if (!is_target<Physics>(a, i)) {
      Physics::store_nothing(a, i);
      return;
    }
    const Record16Gather<Format, Physics, width> gather(a, coefficients, record);
    auto sum = gather.gather(typename Physics::Groups{}, i);
    // the state's pressure is computed anew, and must show all the same where it is no number
    const float pressure_term = position(a, i).w;
    if (!(fabsf(pressure_term) < 3e38f)) sum.x = pressure_term;
    Physics::store(coefficients, a, i, sum);
  } else {
    gather_target<SectionWalks, Format, Physics, width>(a, coefficients, StateSources{});
  }
}

struct ListGatherRecord16 : ListGatherOfRecords<ListGatherRecord16, Record16Preparation> {
  static constexpr const char* name = "list-gather-record-16";
  static constexpr double stated_error = 3e-4;

  template <class Format, class Physics, int width>
  static std::array<ListKernel<Physics, Record16>, 1> kernels() {
    return {{{list_gather_record_16<Format, Physics, width>,
              work_of_records<Format, Physics>(sizeof(SourceWords))}}};
  }
};

[[maybe_unused]] const bool registered_list_gather_record_16 =
    register_list_traversal<ListGatherRecord16>();

}  // namespace
}  // namespace sphlab
