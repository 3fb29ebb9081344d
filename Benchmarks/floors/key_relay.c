// key_relay NODE: the floor for "a grabbed keyboard": grabs an evdev node and passes every event on through a uinput
// keyboard "bare key relay" that has all keys; poll, read, write and nothing else. Prints "ready" once it is there.
#include <fcntl.h>
#include <linux/uinput.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count != 2) return 2;
  int in = open(arguments[1], O_RDONLY | O_NONBLOCK), out = open("/dev/uinput", O_WRONLY);
  if (in < 0 || out < 0 || ioctl(in, EVIOCGRAB, 1) != 0) return perror("key_relay"), 1;
  struct uinput_setup setup = {.name = "bare key relay", .id = {.bustype = BUS_VIRTUAL}};
  ioctl(out, UI_SET_EVBIT, EV_KEY);
  for (int key = 1; key < 248; key++) ioctl(out, UI_SET_KEYBIT, key);
  ioctl(out, UI_SET_EVBIT, EV_MSC);
  ioctl(out, UI_SET_MSCBIT, MSC_SCAN);
  if (ioctl(out, UI_DEV_SETUP, &setup) != 0 || ioctl(out, UI_DEV_CREATE) != 0) return perror("key_relay"), 1;
  puts("ready");
  fflush(stdout);
  struct pollfd waiting = {.fd = in, .events = POLLIN};
  while (poll(&waiting, 1, -1) > 0 && !(waiting.revents & (POLLERR | POLLHUP))) {
    struct input_event events[64];
    ssize_t bytes = read(in, events, sizeof events);
    if (bytes > 0 && write(out, events, bytes) != bytes) return perror("key_relay"), 1;
  }
  return 0;
}
