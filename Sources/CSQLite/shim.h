#ifndef HWCTL_CSQLITE_H
#define HWCTL_CSQLITE_H

#include <sqlite3.h>

#pragma clang assume_nonnull begin

/// SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: while set, closing leaves database and log as they are; sqlite3_db_config is variadic.
static inline int hwctl_sqlite_leave_log_on_close(sqlite3 *database, int leave) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leave, (int *_Nullable)0);
}

#pragma clang assume_nonnull end
#endif
