#include <xcb/res.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/xkb.h>
#include <xcb/xtest.h>
#include <xkbcommon/xkbcommon-x11.h>

// Swift sees these extern structs as mutable global variables, which strict concurrency refuses.
static inline xcb_extension_t *_Nonnull hwctl_xcb_res_id(void) { return &xcb_res_id; }
static inline xcb_extension_t *_Nonnull hwctl_xcb_test_id(void) { return &xcb_test_id; }
