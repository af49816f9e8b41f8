/**
 * @file keep.h
 * @brief keep_file_brief
 */
#ifndef KEEP_H
#define KEEP_H

#include <stddef.h>
#include "keep_included.h"

#define KEEP_OBJECT_MACRO 0x7f21
#define KEEP_FUNCTION_MACRO(keep_macro_parameter, ...) (keep_macro_parameter + 1)
#define KEEP_LONG_MACRO(first) \
    do {                       \
        hidden_call(first);    \
    } while (0)

#if defined(KEEP_FEATURE) && KEEP_FEATURE > 2
int keep_under_condition(void);
#elif defined(__linux__)
int keep_under_elif(void);
#else
int keep_under_else(void);
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* 6.7.2 storage classes */
extern int keep_extern_object;
static const int keep_static_object = 7123;
extern thread_local int keep_thread_object;
static inline int keep_inline(int n) { int hidden_inline = n; return hidden_inline; }

typedef unsigned long keep_size_type;
typedef struct keep_forward keep_forward;
typedef int (*keep_callback)(void *context, const char *keep_callback_name);
typedef int keep_matrix[KEEP_OBJECT_MACRO][4];
typedef enum { KEEP_UNNAMED_ENUM_A = 3, KEEP_UNNAMED_ENUM_B } keep_named_by_typedef;

/** keep_struct_doc */
struct keep_struct {
    int keep_member; /**< keep_member_doc */
    unsigned int keep_bits : 3;
    const char *restrict keep_pointer, *keep_second_declarator;
    int (*keep_function_member)(int, int);
    union {
        int keep_anonymous_union_member;
        float keep_anonymous_union_float;
    };
    struct keep_nested { int keep_nested_member; } keep_nested_object;
    alignas(16) char keep_aligned[16];
    char keep_flexible[];
};

union keep_union {
    int keep_union_int;
    double keep_union_double;
};

enum keep_enum : unsigned char {
    KEEP_ENUM_FIRST = 41, /* keep_enumerator_comment */
    KEEP_ENUM_SECOND,
    KEEP_ENUM_SHIFTED = 1 << 3,
};

struct keep_incomplete;

[[nodiscard("keep_nodiscard_reason")]] int keep_standard_attribute(void);
[[deprecated]] int keep_deprecated(void);
_Noreturn void keep_noreturn(int status);
int keep_gnu_attribute(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *keep_pointer_result(const void *keep_const_parameter, size_t count);
int (*keep_returns_function_pointer(int keep_selector))(double);
void keep_array_parameter(int count, int values[static 4], int vla[count][*]);
int keep_no_parameters(void);
int keep_several_a(int), keep_several_b(char);
_Atomic int keep_atomic;
volatile sig_atomic_t keep_volatile;
_BitInt(24) keep_bit_int(_BitInt(24) value);
typeof(keep_extern_object) keep_typeof;
constexpr int KEEP_CONSTEXPR = 9917;

static_assert(sizeof(int) == 4, "keep_static_assertion");
_Static_assert(KEEP_OBJECT_MACRO > 0, "keep_old_static_assertion");

/**
 * keep_function_doc
 *
 * @param count keep_param_doc
 * @return keep_return_doc
 * @retval -1 keep_retval_doc
 * @pre keep_pre_doc
 */
int keep_documented(int count);

// keep_line_comment_doc
int keep_line_documented(void);

#ifdef __cplusplus
}
#endif
#endif
