// key_through TRANSITIONS: makes a keyboard "Bench Keyboard" through uinput, waits for a line on standard input ("NODE" of
// the keyboard that its keys are passed on to), then moves keys TRANSITIONS times and measures from the write of each to
// its event on that node. Prints "plugged", then one line: "lost N p50 N p99 N max N" (microseconds).
#include <fcntl.h>
#include <linux/uinput.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

static int plug(void) {
  int keyboard = open("/dev/uinput", O_RDWR | O_NONBLOCK);
  struct uinput_setup setup = {.name = "Bench Keyboard", .id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 0x4321}};
  ioctl(keyboard, UI_SET_EVBIT, EV_KEY);
  for (int key = 1; key < 248; key++) ioctl(keyboard, UI_SET_KEYBIT, key);
  ioctl(keyboard, UI_SET_EVBIT, EV_MSC);
  ioctl(keyboard, UI_SET_MSCBIT, MSC_SCAN);
  if (ioctl(keyboard, UI_DEV_SETUP, &setup) != 0 || ioctl(keyboard, UI_DEV_CREATE) != 0) return -1;
  return keyboard;
}

int main(int count, char **arguments) {
  int transitions = count == 2 ? atoi(arguments[1]) : 0, keyboard = plug();
  if (transitions <= 0 || keyboard < 0) return perror("key_through"), 1;
  puts("plugged");
  fflush(stdout);
  char node[128], go[8];
  if (!fgets(node, sizeof node, stdin)) return 1;
  node[strcspn(node, "\n")] = 0;
  int copy = open(node, O_RDONLY | O_NONBLOCK);
  if (copy < 0) return perror(node), 1;
  puts("reading");
  fflush(stdout);
  if (!fgets(go, sizeof go, stdin)) return 1;

  double *micros = calloc(transitions, sizeof *micros);
  int lost = 0;
  for (int i = 0; i < transitions; i++) {
    int key = KEY_1 + i / 2 % 40, value = !(i % 2);
    struct input_event frame[3] = {{.type = EV_MSC, .code = MSC_SCAN, .value = 0x70000 + key},
                                   {.type = EV_KEY, .code = key, .value = value},
                                   {.type = EV_SYN}};
    double sent = now();
    if (write(keyboard, frame, sizeof frame) != sizeof frame) return perror("uinput"), 1;
    int seen = 0;
    while (!seen) {
      struct pollfd waiting = {.fd = copy, .events = POLLIN};
      if (poll(&waiting, 1, 1000) <= 0) break;
      struct input_event events[64];
      ssize_t bytes = read(copy, events, sizeof events);
      for (int e = 0; e < (int)(bytes / (ssize_t)sizeof *events); e++)
        if (events[e].type == EV_KEY && events[e].code == key && events[e].value == value) seen = 1;
    }
    micros[i - lost] = now() - sent;
    if (!seen) lost++;
    struct timespec pause = {.tv_nsec = 200000};
    nanosleep(&pause, NULL);
  }
  int measured = transitions - lost;
  if (measured == 0) return printf("lost %d\n", lost), 1;
  qsort(micros, measured, sizeof *micros, ascending);
  printf("lost %d p50 %.1f p99 %.1f max %.1f\n", lost, micros[measured / 2], micros[measured * 99 / 100], micros[measured - 1]);
  return 0;
}
