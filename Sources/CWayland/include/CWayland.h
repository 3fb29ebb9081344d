// What Swift cannot call of libwayland-client, and three protocols that are not in Debian's packages.
//
// The tables (struct wl_interface) describe what goes over the wire, as wayland-scanner would make them from:
//   virtual-keyboard-unstable-v1   one more keyboard on the seat, with a keymap of its own
//   wlr-data-control-unstable-v1   the clipboard without the keyboard focus
//   ext-data-control-v1            the same under its standard name
// Requests are variadic (wl_proxy_marshal_flags), so each has a function here.
#ifndef HWCTL_CWAYLAND_H
#define HWCTL_CWAYLAND_H

#include <stdbool.h>
#include <stdint.h>
#include <wayland-client.h>

#pragma clang assume_nonnull begin

struct wl_proxy *hwctl_bind_seat(struct wl_registry *registry, uint32_t name, uint32_t version);

// Virtual keyboard.
struct wl_proxy *_Nullable hwctl_bind_virtual_keyboards(struct wl_registry *registry, uint32_t name);
struct wl_proxy *_Nullable hwctl_make_virtual_keyboard(struct wl_proxy *manager, struct wl_seat *seat);
/// A keymap as text (WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1) in a file of so many bytes, the zero at its end among them.
void hwctl_virtual_keyboard_keymap(struct wl_proxy *keyboard, int descriptor, uint32_t size);
/// An evdev key code, down or up.
void hwctl_virtual_keyboard_key(struct wl_proxy *keyboard, uint32_t milliseconds, uint32_t code, bool is_down);
/// The modifiers that are down, by the keymap's bits: the compositor does not find them out by itself.
void hwctl_virtual_keyboard_modifiers(struct wl_proxy *keyboard, uint32_t depressed);
void hwctl_virtual_keyboard_destroy(struct wl_proxy *keyboard);

// Data control. `is_standard`: ext-data-control-v1, else the wlroots one.
extern const char *const hwctl_data_control_name, *const hwctl_wlr_data_control_name, *const hwctl_virtual_keyboards_name;
struct wl_proxy *_Nullable hwctl_bind_data_control(struct wl_registry *registry, uint32_t name, uint32_t version,
                                                   bool is_standard);
struct wl_proxy *_Nullable hwctl_data_control_device(struct wl_proxy *manager, struct wl_seat *seat, bool is_standard);
struct wl_proxy *_Nullable hwctl_data_control_source(struct wl_proxy *manager, bool is_standard);
void hwctl_data_source_offer(struct wl_proxy *source, const char *type);
void hwctl_data_source_destroy(struct wl_proxy *source);
void hwctl_data_offer_receive(struct wl_proxy *offer, const char *type, int descriptor);
void hwctl_data_offer_destroy(struct wl_proxy *offer);
/// Nil clears the clipboard.
void hwctl_data_device_set_selection(struct wl_proxy *device, struct wl_proxy *_Nullable source);

// Listeners: one function for each event, in the order of the protocol.
struct hwctl_data_device_listener {
  void (*data_offer)(void *_Nullable data, struct wl_proxy *device, struct wl_proxy *offer);
  void (*selection)(void *_Nullable data, struct wl_proxy *device, struct wl_proxy *_Nullable offer);
  void (*finished)(void *_Nullable data, struct wl_proxy *device);
  void (*primary_selection)(void *_Nullable data, struct wl_proxy *device, struct wl_proxy *_Nullable offer);
};
struct hwctl_data_offer_listener {
  void (*offer)(void *_Nullable data, struct wl_proxy *offer, const char *type);
};
struct hwctl_data_source_listener {
  void (*send)(void *_Nullable data, struct wl_proxy *source, const char *type, int descriptor);
  void (*cancelled)(void *_Nullable data, struct wl_proxy *source);
};
/// The listener must live as long as the proxy (wl_proxy_add_listener keeps the pointer, of no function type).
void hwctl_add_listener(struct wl_proxy *proxy, const void *listener, void *_Nullable data);

#pragma clang assume_nonnull end
#endif
