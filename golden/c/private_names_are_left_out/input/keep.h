/**
 * @file
 * keep_file_doc
 */
#ifndef KIT_H
#define KIT_H

#include <stddef.h>
#include "keep_other.h"

#ifdef __cplusplus
extern "C" {
#endif

/* keep_define_doc */
#define KEEP_MAX 128
#define KEEP_FLAG
#define KEEP_ROUND(n, to) \
    (((n) + hidden_macro) / (to))

/** keep_typedef_doc */
typedef int (*keep_cmp)(const void *, const void *);
typedef unsigned long keep_ulong, *keep_ptr;
typedef const struct keep_tag { unsigned char keep_op; } KEEP_INFO;
typedef struct {
    int keep_anonymous;
} keep_anon;

/// keep_struct_doc
struct keep_row {
    unsigned keep_bits : 3, keep_wide : 1;
    union { int keep_i; double keep_d; };
    char keep_name[KEEP_MAX]; /**< keep_after_doc */
    int (*keep_hooks[2])(struct keep_row *, void *arg);
#ifdef KEEP_FEATURE
    int keep_conditional_field;
#else
    int keep_else_field;
#endif
};

union keep_union { int keep_a; float keep_b; };

/** keep_enum_doc */
enum keep_level { KEEP_LOW = 1, KEEP_MID, /* inside */ KEEP_HIGH = 0x10 };

extern int (*keep_hook)(int code, void *arg);
extern const char *const keep_names[];
/** keep_function_doc */
void (*keep_handler(int sig, void (*handler)(int)))(int);
static inline int keep_inline(int x) { int hidden_inline = x; return hidden_inline; }
int keep_array(const int table[static 3][KEEP_MAX], size_t n);
_Noreturn void keep_variadic(const char *fmt, ...);
API int keep_exported(struct keep_row *row);
struct keep_forward;

#if defined(KEEP_ONE) && !defined(KEEP_TWO)
int keep_if(void);
#elif KEEP_THREE
int keep_elif(void);
#endif

#ifdef __cplusplus
}
#endif
#endif
