// Sets SPHLAB_SIMT_ORDER for the length of a scope.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

class OrderScope {
 public:
  explicit OrderScope(const char* order) {
    if (const char* value = std::getenv(name)) before_ = value;
    setenv(name, order, 1);
  }
  ~OrderScope() {
    if (before_) {
      setenv(name, before_->c_str(), 1);
    } else {
      unsetenv(name);
    }
  }
  OrderScope(const OrderScope&) = delete;
  OrderScope& operator=(const OrderScope&) = delete;

 private:
  static constexpr const char* name = "SPHLAB_SIMT_ORDER";
  std::optional<std::string> before_;
};
