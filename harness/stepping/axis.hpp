// Axes, the choices of a variant: rows of one table, from which its name, its document, its look-up
// and its checks are made.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/stepping/variant.hpp"
#include "kernels/abi/kernel_pack.hpp"

namespace sphlab {

/// A key that must stand beside another one in a document.
struct KeyBeside {
  std::string key;
  std::string remedy;  ///< what is missing and what to do, behind the name of the key that needs it
};

/// A choice of a variant. Its values are those under the key in a suite's variant; null is the
/// default, which documents leave out.
struct Axis {
  using json = nlohmann::json;

  std::string key;
  std::function<json(const Variant&)> get;
  /// Takes null, for the default, and what the suite's schema lets through. Throws InputError for
  /// what the schema cannot say. @param where file and path of the key, for messages.
  std::function<void(Variant&, const json& value, const std::string& where)> set;

  /// Prints the value as a part of the variant's name; "" for a value that names leave out. Empty:
  /// names leave out all.
  std::function<std::string(const Variant&)> print = {};
  /// Lists the values that a pack serves in a physics, whatever the other axes choose; null among
  /// them where leaving the key out is a choice like the others. Empty: packs do not limit them.
  std::function<std::vector<json>(const KernelPack&, const std::string& physics)> values = {};
  /// Finds the value that print() prints so; null: there is none. Empty: values() lists all.
  std::function<json(const std::string& part)> value_called = {};

  KeyBeside needs = {};                   ///< its key is "" where it needs none
  std::vector<std::string> decides = {};  ///< keys of axes whose values follow from this one
  bool is_strategy = false;               ///< of the stage or the pass of this key
  std::string varied_as = {};             ///< the axis of `sphlab best` that it is, or is part of
  /// Whether a record has it under a key of its own, not among its "choices", which are part of
  /// its id.
  bool has_own_place = false;
};

/// A table, in the order of the parts of a name.
using Axes = std::vector<Axis>;

/// Makes the axis of a member of the variant, whose initial value is the default. Names have a text
/// as it is; other types need a print().
template <class OfVariant, class Value>
Axis axis_of_member(const std::string& key, Value OfVariant::*member) {
  const Value usual = OfVariant{}.*member;
  Axis axis;
  axis.key = key;
  axis.get = [=](const Variant& variant) {
    const Value& value = static_cast<const OfVariant&>(variant).*member;
    return value == usual ? nlohmann::json() : nlohmann::json(value);
  };
  axis.set = [=](Variant& variant, const nlohmann::json& value, const std::string&) {
    static_cast<OfVariant&>(variant).*member = value.is_null() ? usual : value.get<Value>();
  };
  if constexpr (std::is_same_v<Value, std::string>) {
    axis.print = [=](const Variant& variant) {
      const std::string& value = static_cast<const OfVariant&>(variant).*member;
      return value == usual ? "" : value;
    };
  }
  return axis;
}

/// The name of a variant: the parts that its axes print, joined by '+'.
std::string printed_name(const Axes& axes, const Variant& variant);

/// Sets a default variant to the values whose printed_name() is `name`: looks each part up among
/// those that the next axes would print. Returns false, and leaves `variant` of no use, where there
/// are none.
bool find_by_name(const Axes& axes, const KernelPack& pack, const std::string& physics,
                  const std::string& name, Variant& variant);

/// Sets a default variant to what a document says, which the suite's schema has checked
/// already. Throws InputError for what the schema cannot say, and for keys that contradict or need
/// each other. @param where file and path of the document, for messages.
void read_axes(const Axes& axes, const nlohmann::json& document, const std::string& where,
               Variant& variant);

/// The inverse of read_axes(): an object with each axis that is not at its default.
nlohmann::json written_axes(const Axes& axes, const Variant& variant);

/// Throws Error(not_available), which names the key and the nearest value, for a value that a pack
/// does not serve in a physics; of strategies find_strategy() says it.
void require_served(const Axes& axes, const KernelPack& pack, const std::string& physics,
                    const Variant& variant);

/// The "choices" of a record: values of axes that have no other place there, by key, without those
/// at their defaults.
std::map<std::string, nlohmann::json> recorded_choices(const Axes& axes, const Variant& variant);

/// The row of a key, or nullptr.
const Axis* find_axis(const Axes& axes, const std::string& key);

}  // namespace sphlab
