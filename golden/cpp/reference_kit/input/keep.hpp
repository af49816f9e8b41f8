/// @file
/// @brief keep_file_brief
#pragma once

#include <compare>
#include <string>
#include "keep_included.hpp"

#define KEEP_MACRO_VALUE 4409

extern "C" int keep_c_linkage(int n);
extern "C" {
int keep_c_linkage_block(void);
}

namespace keep_outer::keep_inner {

inline namespace keep_v2 {
int keep_in_inline_namespace();
}

namespace keep_alias_of = keep_outer::keep_inner;
using keep_other::keep_using_declaration;
using namespace keep_directive;

inline constexpr int keep_constexpr = 7331;
constinit thread_local int keep_constinit = 3;
extern const char* const keep_extern;

using keep_alias = unsigned long;
typedef std::string keep_typedef;
template <typename T>
using keep_alias_template = std::vector<T, keep_allocator<T>>;

enum class keep_scoped_enum : std::uint8_t { keep_first = 61, keep_second, keep_last [[deprecated]] };
enum keep_plain_enum { keep_plain_a, keep_plain_b = 1 << 4 };
using enum keep_scoped_enum;

/**
 * keep_class_doc
 */
class [[nodiscard]] keep_class final : public keep_base, protected virtual keep_other_base<int> {
public:
    using keep_member_alias = int;
    enum keep_member_enum { keep_member_enumerator = 1 };
    struct keep_nested { int keep_nested_field = 12; };

    static constexpr int keep_static_member = 2917;
    static inline std::string keep_inline_static = "keep_static_text";

    keep_class() = default;
    explicit keep_class(int keep_explicit_parameter) : keep_private_member_(keep_explicit_parameter) {
        hidden_constructor_call();
    }
    keep_class(const keep_class&) = delete;
    keep_class(keep_class&& keep_moved) noexcept;
    explicit(sizeof(int) > 2) keep_class(double keep_conditionally_explicit);
    virtual ~keep_class() noexcept(false);

    keep_class& operator=(const keep_class& keep_assigned) = delete;
    bool operator==(const keep_class&) const = default;
    auto operator<=>(const keep_class& keep_spaceship) const -> std::strong_ordering;
    int operator()(int keep_call_operator) const;
    int& operator[](std::size_t keep_subscript);
    explicit operator bool() const { return hidden_conversion; }
    static void* operator new(std::size_t keep_operator_new);

    /// keep_method_doc
    /// @param limit keep_param_doc
    /// @throws std::range_error keep_throws_doc
    /// @pre keep_pre_doc
    int keep_const_method(int limit) const;
    void keep_ref_qualified() &&;
    virtual int keep_pure() = 0;
    int keep_overridden(int n) const override final;
    static int keep_static_method(int n = 5119, std::string text = "keep_default_text");
    template <typename U>
    U keep_member_template(U value);
    auto keep_trailing(int n) -> decltype(n + 1);
    auto keep_self(this auto&& keep_deducing_this) -> int;
    consteval int keep_consteval() { return 3; }
    int keep_inline_body(int n) { auto hidden_lambda = [](int hidden_parameter) { return 1; }; return n; }

    mutable int keep_mutable;
    unsigned keep_bits : 5 = 1;
    int keep_class::*keep_member_pointer;
    [[no_unique_address]] keep_allocator<int> keep_attributed;  ///< keep_trailing_doc

    friend class keep_friend;
    friend bool keep_friend_function(const keep_class&, const keep_class&) { return hidden_friend; }

protected:
    int keep_protected_;

private:
    int keep_private_member_ = 0;
    void keep_private_method();
};

union keep_union {
    int keep_union_member;
    char keep_union_array[8];
};

struct keep_forward;

template <typename K, typename V = keep_default<K>, int keep_value_parameter = 4, typename... Rest>
    requires std::copyable<K>
class keep_template {
public:
    template <template <typename> class keep_template_template>
    void keep_apply();
};

template <typename V>
class keep_template<int, V, 4> { int keep_partial_member; };

template <>
class keep_template<char, char> { int keep_full_member; };

extern template class keep_template<long>;

template <typename T>
keep_template(T) -> keep_template<T, keep_guide>;

template <typename T>
concept keep_concept = requires(T keep_requirement) {
    { keep_requirement.size() } -> std::same_as<std::size_t>;
};

template <keep_concept T>
T keep_constrained(T value) requires (sizeof(T) > 1);

void keep_abbreviated(std::integral auto keep_auto_parameter);

template <typename... Args>
constexpr auto keep_variadic(Args&&... keep_pack) noexcept(noexcept(keep_check<Args>()));

template <typename T>
constexpr T keep_variable_template = T(3.14);

unsigned long long operator""_keep_literal(unsigned long long);
std::ostream& operator<<(std::ostream&, const keep_class& keep_streamed);

[[nodiscard("keep_reason")]] int keep_overload(int n);
[[deprecated("keep_deprecated_reason")]] double keep_overload(double x);

int
keep_split(
    int keep_split_first,  // keep_split_comment
    const std::string& keep_split_second = {});

auto keep_lambda = [](int keep_lambda_parameter) -> int { return hidden_lambda_body; };

static_assert(sizeof(int) == 4, "keep_static_assert");

#if KEEP_MACRO_VALUE > 4000
int keep_conditional();
#else
int keep_conditional_else();
#endif

}  // namespace keep_outer::keep_inner
