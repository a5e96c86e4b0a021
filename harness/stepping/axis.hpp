// What a variant may choose: an axis is a row of one table, from which names, documents, look-ups
// and checks of variants are made.
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

/// A row. A value is what stands under the key in a suite's variant; null stands for the default,
/// which a document leaves out.
struct Axis {
  using json = nlohmann::json;

  std::string key;
  std::function<json(const Variant&)> get;
  /// Takes null, for the default, and what the suite's schema lets through. Throws InputError for
  /// what the schema cannot say. @param where file and path of the key, for messages.
  std::function<void(Variant&, const json& value, const std::string& where)> set;

  /// Names the value, as a part of the variant's name; "" where it goes without saying. Empty: no
  /// name has such a part.
  std::function<std::string(const Variant&)> print = {};
  /// All that a pack serves in a physics, whatever the other axes choose; null among them where
  /// leaving it out is a choice like the others. Empty: the values are not the pack's to name.
  std::function<std::vector<json>(const KernelPack&, const std::string& physics)> values = {};
  /// The value that print() calls so, null where there is none. Empty: values() has all.
  std::function<json(const std::string& part)> value_called = {};

  KeyBeside needs = {};                   ///< its key is "" where it needs none
  std::vector<std::string> decides = {};  ///< keys of axes that have no say beside this one
  bool is_strategy = false;               ///< of the stage or the pass of this key
  std::string varied_as = {};             ///< the axis of `sphlab best` that it is, or is part of
  /// Whether a record tells it under a key of its own, and not among its "choices", which are part
  /// of its id.
  bool has_own_place = false;
};

/// A table, in the order in which a name has the parts.
using Axes = std::vector<Axis>;

/// The row of an axis whose value is a member of the variant as it is, with what the member is
/// initialised with for the default. Texts add themselves to the name; others have to say how.
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

/// The name of a variant: what its axes add, with '+' between.
std::string printed_name(const Axes& axes, const Variant& variant);

/// Gives a default variant the values that printed_name() calls so: each part of the name is looked
/// up among what the next axes would print. Returns whether there are such values; `variant` is of
/// no use where there are not.
bool find_by_name(const Axes& axes, const KernelPack& pack, const std::string& physics,
                  const std::string& name, Variant& variant);

/// Gives a default variant what a document says of it, which the suite's schema has checked
/// already. Throws InputError for what the schema cannot say, and for keys that contradict or need
/// each other. @param where file and path of the document, for messages.
void read_axes(const Axes& axes, const nlohmann::json& document, const std::string& where,
               Variant& variant);

/// The inverse of read_axes(): an object of every axis that is not at its default.
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
