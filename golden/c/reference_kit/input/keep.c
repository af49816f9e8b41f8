#include "keep.h"

#include <assert.h>
#include <errno.h>

#define KEEP_SOURCE_LIMIT 8123

static int keep_file_scope = 3; // keep_trailing_comment
static const char *const keep_table[] = {"keep_table_first", "second"};
struct keep_struct keep_designated = {.keep_member = 5517, .keep_bits = 2};
int keep_extern_object;

static int keep_static_function(int n);

int
keep_split_head(
    int keep_first_line,   /* keep_parameter_comment */
    const char *keep_second_line)
{
    static int hidden_static_local;
    struct hidden_local_struct { int hidden_local_member; } hidden_value;
    /* hidden_body_comment */
    goto hidden_label;
hidden_label:
    return hidden_static_local + hidden_value.hidden_local_member;
}

int keep_old_style(a, keep_old_parameter)
    int a;
    char *keep_old_parameter;
{
    return hidden_old_style(a);
}

int keep_guard(int keep_amount)
{
    if (keep_amount < 0)
        return -1;
    int hidden_after_guard = keep_amount;
    return hidden_after_guard;
}

char *keep_null_guard(const char *keep_text)
{
    if (!keep_text) {
        errno = EINVAL;
        return NULL;
    }
    assert(keep_text[0] != '\0' && "keep_assert_text");
    return hidden_copy(keep_text);
}

static int keep_static_function(int n)
{
    enum { HIDDEN_LOCAL_ENUM = 2 };
    return n * HIDDEN_LOCAL_ENUM;
}
