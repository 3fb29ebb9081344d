// What Swift cannot import from the C library: _GNU_SOURCE functions, variadics and macros.
// Each function says which of these forced it.
#ifndef HWCTL_CSYSTEM_H
#define HWCTL_CSYSTEM_H

#include <linux/hidraw.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <linux/kd.h>
#include <linux/tiocl.h>
#include <linux/vt.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// open(2) with O_CLOEXEC added; variadic.
int hwctl_open(const char *path, int flags, mode_t mode);

/// ioctl(2) with an integer or no argument; variadic.
int hwctl_ioctl_int(int descriptor, unsigned long request, long argument);

/// ioctl(2) with a pointer; variadic.
int hwctl_ioctl_pointer(int descriptor, unsigned long request, void *argument);

/// fcntl(2) F_SETFL with O_NONBLOCK; variadic. 0, or -1 with errno.
int hwctl_set_nonblocking(int descriptor);

/// fcntl(2) F_DUPFD_CLOEXEC: a second descriptor of the same open file; variadic. -1 with errno.
int hwctl_duplicate(int descriptor);

/// accept4(2) with SOCK_CLOEXEC | SOCK_NONBLOCK; _GNU_SOURCE.
int hwctl_accept(int listener);

/// The user and process at the other end of a Unix socket (SO_PEERCRED; struct ucred is _GNU_SOURCE).
int hwctl_peer(int socket, uid_t *user, pid_t *process);

/// Names the calling thread (at most 15 bytes); _GNU_SOURCE.
int hwctl_name_thread(const char *name);

/// Asks for SCHED_FIFO at this priority for the calling thread; 0, or the errno. CPU_SET-like macros are not needed.
int hwctl_realtime_thread(int priority);

/// Has the kernel send `signal` to this process when its parent ends; prctl is variadic.
int hwctl_die_with_parent(int signal);

/// Exchanges two names in one step (renameat2(2)); _GNU_SOURCE.
int hwctl_exchange(const char *one, const char *other);

/// Marks all open descriptors from `lowest` on as closed at exec; _GNU_SOURCE.
int hwctl_close_on_exec_from(unsigned int lowest);

/// The W* macros of waitpid(2): the exit code, or 128 + the signal that ended the process.
int hwctl_exit_code(int status);

/// The macros of linux/input.h, linux/uinput.h and linux/kd.h that are built from _IOC.
extern const unsigned long HWCTL_EVIOCGRAB, HWCTL_EVIOCSMASK, HWCTL_EVIOCSCLOCKID, HWCTL_UI_DEV_DESTROY, HWCTL_KDGKBENT, HWCTL_KDGKBMODE;
/// EVIOCGKEY for a buffer of this many bytes.
unsigned long hwctl_eviocgkey(size_t bytes);
/// EVIOCGABS of an axis.
unsigned long hwctl_eviocgabs(int axis);
/// HIDIOCGINPUT for a buffer of this many bytes.
unsigned long hwctl_hidiocginput(size_t bytes);
/// EVIOCGBIT for an event type and a buffer of this many bytes.
unsigned long hwctl_eviocgbit(int type, size_t bytes);

/// pipe2(2) with O_CLOEXEC, its reading end (the first) O_NONBLOCK; _GNU_SOURCE.
int hwctl_pipe(int *ends);

/// memfd_create(2) with MFD_CLOEXEC: a file without a name, to be handed to another process; _GNU_SOURCE.
int hwctl_memory_file(const char *name);

/// What unix_diag(7) of sock_diag(7) tells of a Unix socket.
struct hwctl_unix_socket {
  /// Bytes that have arrived and were not read.
  uint32_t unread;
  /// The inode of the socket at the other end; 0 for none.
  uint32_t peer;
  /// The name it is bound to, an abstract one after a '@'; empty for none.
  char name[109];
};

/// Asks a NETLINK_SOCK_DIAG socket for a Unix socket by its inode; the answer is walked with NLMSG_* and RTA_* macros.
/// 0, or -1 when the kernel knows no such socket or does not tell.
int hwctl_unix_socket_state(int netlink, uint32_t inode, struct hwctl_unix_socket *state);

#pragma clang assume_nonnull end
#endif
