#define _GNU_SOURCE
#include <sys/wait.h>
#include "CSystem.h"


#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

int hwctl_open(const char *path, int flags, mode_t mode) { return open(path, flags | O_CLOEXEC, mode); }

int hwctl_ioctl_int(int descriptor, unsigned long request, long argument) {
  return ioctl(descriptor, request, argument);
}

int hwctl_ioctl_pointer(int descriptor, unsigned long request, void *argument) {
  return ioctl(descriptor, request, argument);
}

int hwctl_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

int hwctl_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

int hwctl_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int hwctl_peer(int socket, uid_t *user, pid_t *process) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *user = peer.uid;
  *process = peer.pid;
  return 0;
}

int hwctl_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

int hwctl_realtime_thread(int priority) {
  struct sched_param parameters = {.sched_priority = priority};
  return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
}

int hwctl_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

int hwctl_close_on_exec_from(unsigned int lowest) {
  return close_range(lowest, ~0U, CLOSE_RANGE_CLOEXEC);
}

int hwctl_exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : -1;
}

const unsigned long HWCTL_EVIOCGRAB = EVIOCGRAB;
const unsigned long HWCTL_EVIOCSMASK = EVIOCSMASK;
const unsigned long HWCTL_EVIOCSCLOCKID = EVIOCSCLOCKID;
const unsigned long HWCTL_UI_DEV_DESTROY = UI_DEV_DESTROY;
const unsigned long HWCTL_KDGKBENT = KDGKBENT;
const unsigned long HWCTL_KDGKBMODE = KDGKBMODE;
unsigned long hwctl_eviocgkey(size_t bytes) { return EVIOCGKEY(bytes); }
unsigned long hwctl_eviocgbit(int type, size_t bytes) { return EVIOCGBIT(type, bytes); }
unsigned long hwctl_eviocgabs(int axis) { return EVIOCGABS(axis); }
unsigned long hwctl_hidiocginput(size_t bytes) { return HIDIOCGINPUT(bytes); }
