#define _GNU_SOURCE
#include "CFaults.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static _Atomic int armed = HWCTL_FAULT_NONE;
static _Atomic int counted = 0;
static int wanted = 0;

void hwctl_faults_arm(enum hwctl_fault fault, int number) {
  counted = 0;
  wanted = number;
  armed = fault;
}

int hwctl_faults_disarm(void) {
  armed = HWCTL_FAULT_NONE;
  return counted;
}

__attribute__((noreturn)) static void die(void) {
  syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  for (;;) pause();
}

/// What the call has to do: 0 as usual, 1 die behind it, 2 die within it, or a negative errno.
static int enter(int takes_space) {
  int fault = armed;
  if (fault == HWCTL_FAULT_NONE) return 0;
  int number = ++counted;
  if (number < wanted) return 0;
  switch (fault) {
    case HWCTL_FAULT_KILL_BEFORE: die();
    case HWCTL_FAULT_KILL_AFTER: return 1;
    case HWCTL_FAULT_KILL_WITHIN: return 2;
    case HWCTL_FAULT_EIO_ONCE: return number == wanted ? -EIO : 0;
    case HWCTL_FAULT_EIO: return -EIO;
    case HWCTL_FAULT_FULL: return takes_space ? -ENOSPC : 0;
    default: return 0;
  }
}

static long leave(int verdict, long result) {
  int saved = errno;
  if (verdict == 1 || verdict == 2) die();
  errno = saved;
  return result;
}

#define FAIL_IF_TOLD(verdict) \
  if ((verdict) < 0) {        \
    errno = -(verdict);       \
    return -1;                \
  }

static size_t part(int verdict, size_t count) { return verdict == 2 && count > 1 ? count / 2 : count; }

ssize_t write(int file, const void *bytes, size_t count) {
  // Not what is said on standard output and standard error.
  if (file <= 2) return syscall(SYS_write, file, bytes, count);
  int verdict = enter(1);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_write, file, bytes, part(verdict, count)));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  int verdict = enter(1);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_pwrite64, file, bytes, part(verdict, count), offset));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return pwrite64(file, bytes, count, offset);
}

int fsync(int file) {
  int verdict = enter(0);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_fsync, file));
}

int fdatasync(int file) {
  int verdict = enter(0);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_fdatasync, file));
}

int ftruncate64(int file, off64_t length) {
  int verdict = enter(1);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_ftruncate, file, length));
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

int rename(const char *old, const char *new) {
  int verdict = enter(0);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0));
}

int unlink(const char *path) {
  int verdict = enter(0);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

int rmdir(const char *path) {
  int verdict = enter(0);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}

int mkdir(const char *path, mode_t mode) {
  int verdict = enter(1);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}

static int opened(const char *path, int flags, mode_t mode) {
  if (!(flags & O_CREAT)) return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  int verdict = enter(1);
  FAIL_IF_TOLD(verdict);
  return leave(verdict, syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags, mode);
}
