#include "CWayland.h"

// Each table comes before the tables that name it. Signatures: u uint, s string, h descriptor, n new object, o object,
// ? may be null, a number in front: since that version (wayland-util.h).

static const struct wl_interface *no_types[4] = {NULL, NULL, NULL, NULL};

static const struct wl_message virtual_keyboard_requests[] = {
    {"keymap", "uhu", no_types}, {"key", "uuu", no_types}, {"modifiers", "uuuu", no_types}, {"destroy", "", no_types}};
static const struct wl_interface virtual_keyboard = {"zwp_virtual_keyboard_v1", 1, 4, virtual_keyboard_requests, 0, NULL};
static const struct wl_interface *virtual_keyboard_types[] = {&wl_seat_interface, &virtual_keyboard};
static const struct wl_message virtual_keyboards_requests[] = {{"create_virtual_keyboard", "on", virtual_keyboard_types}};
static const struct wl_interface virtual_keyboards = {
    "zwp_virtual_keyboard_manager_v1", 1, 1, virtual_keyboards_requests, 0, NULL};

static const struct wl_message offer_requests[] = {{"receive", "sh", no_types}, {"destroy", "", no_types}};
static const struct wl_message offer_events[] = {{"offer", "s", no_types}};
static const struct wl_message source_requests[] = {{"offer", "s", no_types}, {"destroy", "", no_types}};
static const struct wl_message source_events[] = {{"send", "sh", no_types}, {"cancelled", "", no_types}};

// Both protocols are the same but for their names and for the version in which the primary selection came.
#define DATA_CONTROL(prefix, interface_prefix, manager_version, since)                                                    \
  static const struct wl_interface prefix##_offer = {interface_prefix "_offer_v1", 1, 2, offer_requests, 1, offer_events}; \
  static const struct wl_interface prefix##_source = {                                                                    \
      interface_prefix "_source_v1", 1, 2, source_requests, 2, source_events};                                           \
  static const struct wl_interface *prefix##_source_type[] = {&prefix##_source};                                          \
  static const struct wl_interface *prefix##_offer_type[] = {&prefix##_offer};                                            \
  static const struct wl_message prefix##_device_requests[] = {{"set_selection", "?o", prefix##_source_type},             \
                                                               {"destroy", "", no_types},                                 \
                                                               {"set_primary_selection", since "?o", prefix##_source_type}}; \
  static const struct wl_message prefix##_device_events[] = {{"data_offer", "n", prefix##_offer_type},                    \
                                                             {"selection", "?o", prefix##_offer_type},                    \
                                                             {"finished", "", no_types},                                  \
                                                             {"primary_selection", since "?o", prefix##_offer_type}};     \
  static const struct wl_interface prefix##_device = {                                                                    \
      interface_prefix "_device_v1", manager_version, 3, prefix##_device_requests, 4, prefix##_device_events};           \
  static const struct wl_interface *prefix##_device_types[] = {&prefix##_device, &wl_seat_interface};                     \
  static const struct wl_message prefix##_manager_requests[] = {{"create_data_source", "n", prefix##_source_type},        \
                                                                {"get_data_device", "no", prefix##_device_types},         \
                                                                {"destroy", "", no_types}};                               \
  static const struct wl_interface prefix##_manager = {                                                                   \
      interface_prefix "_manager_v1", manager_version, 3, prefix##_manager_requests, 0, NULL};

DATA_CONTROL(wlr, "zwlr_data_control", 2, "2")
DATA_CONTROL(ext, "ext_data_control", 1, "")

const char *const hwctl_data_control_name = "ext_data_control_manager_v1";
const char *const hwctl_wlr_data_control_name = "zwlr_data_control_manager_v1";
const char *const hwctl_virtual_keyboards_name = "zwp_virtual_keyboard_manager_v1";

struct wl_proxy *hwctl_bind_seat(struct wl_registry *registry, uint32_t name, uint32_t version) {
  return wl_registry_bind(registry, name, &wl_seat_interface, version);
}

struct wl_proxy *hwctl_bind_virtual_keyboards(struct wl_registry *registry, uint32_t name) {
  return wl_registry_bind(registry, name, &virtual_keyboards, 1);
}

struct wl_proxy *hwctl_make_virtual_keyboard(struct wl_proxy *manager, struct wl_seat *seat) {
  return wl_proxy_marshal_flags(manager, 0, &virtual_keyboard, 1, 0, seat, NULL);
}

void hwctl_virtual_keyboard_keymap(struct wl_proxy *keyboard, int descriptor, uint32_t size) {
  wl_proxy_marshal_flags(keyboard, 0, NULL, 1, 0, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, descriptor, size);
}

void hwctl_virtual_keyboard_key(struct wl_proxy *keyboard, uint32_t milliseconds, uint32_t code, bool is_down) {
  uint32_t state = is_down ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED;
  wl_proxy_marshal_flags(keyboard, 1, NULL, 1, 0, milliseconds, code, state);
}

void hwctl_virtual_keyboard_modifiers(struct wl_proxy *keyboard, uint32_t depressed) {
  wl_proxy_marshal_flags(keyboard, 2, NULL, 1, 0, depressed, 0, 0, 0);
}

void hwctl_virtual_keyboard_destroy(struct wl_proxy *keyboard) {
  wl_proxy_marshal_flags(keyboard, 3, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
}

struct wl_proxy *hwctl_bind_data_control(struct wl_registry *registry, uint32_t name, uint32_t version, bool is_standard) {
  return wl_registry_bind(registry, name, is_standard ? &ext_manager : &wlr_manager, version);
}

struct wl_proxy *hwctl_data_control_device(struct wl_proxy *manager, struct wl_seat *seat, bool is_standard) {
  return wl_proxy_marshal_flags(manager, 1, is_standard ? &ext_device : &wlr_device, wl_proxy_get_version(manager), 0, NULL,
                                seat);
}

struct wl_proxy *hwctl_data_control_source(struct wl_proxy *manager, bool is_standard) {
  return wl_proxy_marshal_flags(manager, 0, is_standard ? &ext_source : &wlr_source, wl_proxy_get_version(manager), 0, NULL);
}

void hwctl_data_source_offer(struct wl_proxy *source, const char *type) {
  wl_proxy_marshal_flags(source, 0, NULL, wl_proxy_get_version(source), 0, type);
}

void hwctl_data_source_destroy(struct wl_proxy *source) {
  wl_proxy_marshal_flags(source, 1, NULL, wl_proxy_get_version(source), WL_MARSHAL_FLAG_DESTROY);
}

void hwctl_data_offer_receive(struct wl_proxy *offer, const char *type, int descriptor) {
  wl_proxy_marshal_flags(offer, 0, NULL, wl_proxy_get_version(offer), 0, type, descriptor);
}

void hwctl_data_offer_destroy(struct wl_proxy *offer) {
  wl_proxy_marshal_flags(offer, 1, NULL, wl_proxy_get_version(offer), WL_MARSHAL_FLAG_DESTROY);
}

void hwctl_data_device_set_selection(struct wl_proxy *device, struct wl_proxy *source) {
  wl_proxy_marshal_flags(device, 0, NULL, wl_proxy_get_version(device), 0, source);
}

void hwctl_add_listener(struct wl_proxy *proxy, const void *listener, void *data) {
  wl_proxy_add_listener(proxy, (void (**)(void))listener, data);
}
