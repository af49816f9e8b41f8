#include "keep.hpp"

#include <stdexcept>

namespace {
constexpr int keep_anonymous_limit = 6113;
int keep_in_anonymous() { return hidden_anonymous(); }
}  // namespace

namespace keep_outer::keep_inner {

keep_class::keep_class(keep_class&& keep_moved) noexcept
    : keep_private_member_(hidden_initializer) {
    hidden_body();
}

int keep_class::keep_const_method(int limit) const {
    if (limit > keep_anonymous_limit) {
        throw std::range_error("keep_throw_message");
    }
    struct hidden_local { int hidden_field; };
    // hidden_comment
    return hidden_result;
}

std::optional<int> keep_optional(const char* keep_text) try {
    if (keep_text == nullptr) return std::nullopt;
    assert(*keep_text != 0 && "keep_assert");
    return hidden_parse(keep_text);
} catch (const hidden_error&) {
    return hidden_fallback;
}

template <typename T>
T keep_source_template(T keep_amount) {
    if (keep_amount < 0) throw std::invalid_argument("keep_template_message");
    return hidden_amount;
}

template class keep_template<int>;

int keep_class::keep_static_definition = 5;

}  // namespace keep_outer::keep_inner
