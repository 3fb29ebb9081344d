#ifndef HWCTL_CFAULTS_H
#define HWCTL_CFAULTS_H

// System calls that change files, standing in the way of libc's own: the one with a given number kills the process, or fails.
// Linked into a test program only; SQLite's calls come here too, since a program's symbols go before those of libraries.

enum hwctl_fault {
  HWCTL_FAULT_NONE = 0,
  /// SIGKILL before the call is made.
  HWCTL_FAULT_KILL_BEFORE = 1,
  /// SIGKILL after it.
  HWCTL_FAULT_KILL_AFTER = 2,
  /// That call alone fails with EIO.
  HWCTL_FAULT_EIO_ONCE = 3,
  /// From that call on the disk is broken.
  HWCTL_FAULT_EIO = 4,
  /// From that call on the disk is full: what takes space fails with ENOSPC.
  HWCTL_FAULT_FULL = 5,
  /// SIGKILL in the middle of a write: half of it is done.
  HWCTL_FAULT_KILL_WITHIN = 6
};

/// Arms the fault for the call with this number, counted from 1.
void hwctl_faults_arm(enum hwctl_fault fault, int number);
/// From now on all calls are made; gives how many were counted.
int hwctl_faults_disarm(void);

#endif
