// bare_status SOCKET: the floor for `hwctl status`: one request line, one reply line, printed as it came.
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count != 2) return 2;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
  int connection = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) return perror("connect"), 1;
  const char request[] = "{\"version\":1,\"name\":\"status\"}\n";
  if (write(connection, request, sizeof request - 1) < 0) return perror("write"), 1;
  char reply[65536];
  ssize_t bytes;
  while ((bytes = read(connection, reply, sizeof reply)) > 0) {
    if (write(1, reply, bytes) < 0) return 1;
    if (reply[bytes - 1] == '\n') return 0;
  }
  return 1;
}
