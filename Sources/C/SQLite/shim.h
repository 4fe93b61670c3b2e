#include <sqlite3.h>

/// A connection and a statement of one, opened with SQLITE_OPEN_FULLMUTEX: "SQLite can be safely used
/// by multiple threads with no restriction" (SQLite, "Using SQLite In Multi-Threaded Applications").
struct __attribute__((swift_attr("@Sendable"))) csqlite_connection {
  sqlite3 *_Nonnull pointer;
};

struct __attribute__((swift_attr("@Sendable"))) csqlite_statement {
  /// NULL for a text without a statement, such as a comment.
  sqlite3_stmt *_Nullable pointer;
};

/// A misspelt column in double quotes is an error, not a text. Returns a result code.
static inline int csqlite_refuse_quoted_texts(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  return code ? code : sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}

/// Binds a copy of UTF-8, which may contain NUL. Returns a result code.
static inline int csqlite_bind_text(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, count ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a copy of bytes; none are an empty blob, not NULL. Returns a result code.
static inline int csqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return count ? sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT)
               : sqlite3_bind_zeroblob(statement, index, 0);
}
