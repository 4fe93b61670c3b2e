// Calls of glibc that Swift does not see: those that need _GNU_SOURCE, and eventfd(2).

#ifndef CMEDITATION_SOCKET_H
#define CMEDITATION_SOCKET_H

/// Accepts a connection, which never blocks and no child inherits, or returns a negative errno.
int socket_accept(int listener);

/// Creates a descriptor that poll(2) can wait for beside others; negative if there are too many.
int wake_create(void);
/// Makes it readable, until it is cleared. Safe on any thread.
void wake_signal(int wake);
/// Does not block.
void wake_clear(int wake);
void wake_close(int wake);

#endif
