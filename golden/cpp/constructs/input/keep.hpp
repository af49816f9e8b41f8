#pragma once
#include <vector>
#include "keep_other.hpp"

/// keep_namespace_doc
namespace keep::inner {

using KeepAlias = std::vector<int>;
template <typename T>
using KeepTemplateAlias = std::vector<T>;
typedef int (*keep_typedef)(double);

constexpr double kKeepConst = 3.25;
inline constexpr int kKeepArray[] = {1, 2};

template <typename T>
concept KeepConcept = requires(T t) { t.keep_required(); };

enum class KeepEnum : unsigned char { kKeepRed, kKeepGreen = 2 };

struct KeepBase {
  virtual ~KeepBase() = default;
  int keep_base_field = 1;
};

/**
 * \brief keep_class_doc
 * \throws std::range_error keep_throws_doc
 */
template <typename T, int KeepN = 3>
class KEEP_EXPORT KeepClass final : public KeepBase, private KeepOther<T> {
 public:
  using keep_value_type = T;
  explicit KeepClass(int n) : hidden_(n) { int hidden_ctor = n; }
  KeepClass(const KeepClass&) = delete;
  KeepClass& operator=(KeepClass&&) noexcept;
  ~KeepClass() override;
  /// keep_method_doc
  [[nodiscard]] int keep_size() const noexcept { return hidden_size(); }
  virtual void keep_pure(int depth = 0) = 0;
  static int keep_static(T a, T b = {});
  explicit operator bool() const { return true; }
  T& operator[](int keep_index);
  template <class U> requires KeepConcept<U>
  auto keep_member_template(U u) -> decltype(u);
  friend void keep_friend(KeepClass&, KeepClass&);
  static constexpr int keep_constant = 4;
  struct KeepNested { T keep_nested_field; };
  enum KeepOld { KEEP_OLD_ONE = 1 };

 protected:
  int keep_protected_;

 private:
  int keep_private_ = 2;
  void keep_private_method();
};

template <>
class KeepClass<int, 3> {};

/// keep_function_doc
template <typename T>
T keep_template(T a, T b) { T hidden_max = a; return hidden_max; }

inline int keep_overload(int a) { return a; }
inline int keep_overload(double keep_double, ...) noexcept { return 0; }

bool operator==(const KeepBase&, const KeepBase& keep_right);

extern "C" int keep_c_linkage(int);

namespace {
int keep_unnamed() { return 1; }
}

#define KEEP_MACRO(x) hidden_macro(x)
#ifdef KEEP_FEATURE
void keep_conditional();
#endif

}  // namespace keep::inner
