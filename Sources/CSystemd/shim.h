#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

// Entries of an sd-bus vtable are made by macros with anonymous unions, which Swift cannot call. Every method is open to
// the bus's own user: who may reach the bus at all is the bus's business.

static inline sd_bus_vtable hwctl_vtable_start(void) {
  sd_bus_vtable entry = SD_BUS_VTABLE_START(0);
  return entry;
}

static inline sd_bus_vtable hwctl_vtable_method(const char *_Nonnull member, const char *_Nonnull signature,
                                                const char *_Nonnull result, sd_bus_message_handler_t _Nonnull handler) {
  sd_bus_vtable entry = SD_BUS_METHOD(member, signature, result, handler, SD_BUS_VTABLE_UNPRIVILEGED);
  return entry;
}

static inline sd_bus_vtable hwctl_vtable_signal(const char *_Nonnull member, const char *_Nonnull signature) {
  sd_bus_vtable entry = SD_BUS_SIGNAL(member, signature, 0);
  return entry;
}

static inline sd_bus_vtable hwctl_vtable_property(const char *_Nonnull member, const char *_Nonnull signature,
                                                  sd_bus_property_get_t _Nonnull get) {
  sd_bus_vtable entry = SD_BUS_PROPERTY(member, signature, get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE);
  return entry;
}

static inline sd_bus_vtable hwctl_vtable_writable_property(const char *_Nonnull member, const char *_Nonnull signature,
                                                           sd_bus_property_get_t _Nonnull get,
                                                           sd_bus_property_set_t _Nonnull set) {
  sd_bus_vtable entry = SD_BUS_WRITABLE_PROPERTY(member, signature, get, set, 0,
                                                 SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE | SD_BUS_VTABLE_UNPRIVILEGED);
  return entry;
}

static inline sd_bus_vtable hwctl_vtable_end(void) {
  sd_bus_vtable entry = SD_BUS_VTABLE_END;
  return entry;
}
