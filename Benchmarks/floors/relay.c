// relay NODE: the floor for "press to virtual key": grabs an evdev node and answers each key event by a press or release of
// F13 on a uinput keyboard of its own; poll, read, write and nothing else. Prints "ready" once the keyboard is there.
#include <fcntl.h>
#include <linux/uinput.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count != 2) return 2;
  int in = open(arguments[1], O_RDONLY | O_NONBLOCK), out = open("/dev/uinput", O_WRONLY);
  if (in < 0 || out < 0 || ioctl(in, EVIOCGRAB, 1) != 0) return perror("relay"), 1;
  struct uinput_setup setup = {.name = "bare relay", .id = {.bustype = BUS_VIRTUAL}};
  ioctl(out, UI_SET_EVBIT, EV_KEY);
  ioctl(out, UI_SET_KEYBIT, KEY_F13);
  if (ioctl(out, UI_DEV_SETUP, &setup) != 0 || ioctl(out, UI_DEV_CREATE) != 0) return perror("relay"), 1;
  puts("ready");
  fflush(stdout);
  struct pollfd waiting = {.fd = in, .events = POLLIN};
  while (poll(&waiting, 1, -1) > 0 && !(waiting.revents & (POLLERR | POLLHUP))) {
    struct input_event events[64];
    ssize_t bytes = read(in, events, sizeof events);
    for (int i = 0; i < (int)(bytes / (ssize_t)sizeof *events); i++) {
      if (events[i].type != EV_KEY || events[i].value == 2) continue;
      struct input_event key[2] = {{.type = EV_KEY, .code = KEY_F13, .value = events[i].value}, {.type = EV_SYN}};
      if (write(out, key, sizeof key) != sizeof key) return perror("relay"), 1;
    }
  }
  return 0;
}
