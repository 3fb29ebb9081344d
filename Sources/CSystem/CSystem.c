#define _GNU_SOURCE
#include <sys/wait.h>
#include "CSystem.h"


#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
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

int hwctl_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

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

int hwctl_pipe(int *ends) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  return hwctl_set_nonblocking(ends[0]);
}

int hwctl_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

static void read_unix_attribute(const struct rtattr *attribute, struct hwctl_unix_socket *state) {
  size_t size = RTA_PAYLOAD(attribute);
  if (attribute->rta_type == UNIX_DIAG_RQLEN && size >= sizeof(uint32_t)) {
    memcpy(&state->unread, RTA_DATA(attribute), sizeof state->unread);
  } else if (attribute->rta_type == UNIX_DIAG_PEER && size >= sizeof(uint32_t)) {
    memcpy(&state->peer, RTA_DATA(attribute), sizeof state->peer);
  } else if (attribute->rta_type == UNIX_DIAG_NAME) {
    if (size >= sizeof state->name) size = sizeof state->name - 1;
    memcpy(state->name, RTA_DATA(attribute), size);
    // An abstract name begins with a zero byte.
    if (size > 0 && state->name[0] == 0) state->name[0] = '@';
  }
}

int hwctl_unix_socket_state(int netlink, uint32_t inode, struct hwctl_unix_socket *state) {
  struct {
    struct nlmsghdr header;
    struct unix_diag_req body;
  } request = {
      .header = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
      .body = {.sdiag_family = AF_UNIX,
               .udiag_states = ~0u,
               .udiag_ino = inode,
               .udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_PEER | UDIAG_SHOW_RQLEN,
               .udiag_cookie = {~0u, ~0u}}};
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  if (sendto(netlink, &request, sizeof request, 0, (struct sockaddr *)&kernel, sizeof kernel) < 0) return -1;
  _Alignas(struct nlmsghdr) char answer[1024];
  // The kernel has answered when sendto returns; nothing else comes on this socket.
  ssize_t length = recv(netlink, answer, sizeof answer, MSG_DONTWAIT);
  struct nlmsghdr *header = (struct nlmsghdr *)answer;
  if (length < 0 || !NLMSG_OK(header, length) || header->nlmsg_type != SOCK_DIAG_BY_FAMILY) return -1;
  memset(state, 0, sizeof *state);
  struct unix_diag_msg *message = NLMSG_DATA(header);
  int rest = (int)(header->nlmsg_len - NLMSG_LENGTH(sizeof *message));
  for (struct rtattr *attribute = (struct rtattr *)(message + 1); RTA_OK(attribute, rest);
       attribute = RTA_NEXT(attribute, rest)) {
    read_unix_attribute(attribute, state);
  }
  return 0;
}
