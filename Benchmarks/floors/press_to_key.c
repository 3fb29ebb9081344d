// press_to_key TRANSITIONS: makes a VEC Infinity through uhid, waits for a line on standard input ("NODE of the virtual
// keyboard"), then moves the center pedal TRANSITIONS times and measures from the write of each report to the key event
// on that keyboard. Prints one line: "lost N wrong N p50 N p95 N p99 N max N" (times in microseconds). A key that is 1 s late is
// lost; one that comes twice, unasked or out of order is wrong.
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The 35-byte report descriptor of an IN-USB-3: three buttons in byte 0, no report number.
static const unsigned char descriptor[] = {
    0x05, 0x0c, 0x09, 0x03, 0xa1, 0x01, 0x05, 0x09, 0x19, 0x01, 0x29, 0x03, 0x15, 0x00, 0x25, 0x01, 0x95, 0x03,
    0x75, 0x01, 0x81, 0x02, 0x95, 0x01, 0x75, 0x05, 0x81, 0x01, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01, 0xc0};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

int main(int count, char **arguments) {
  int transitions = count == 2 ? atoi(arguments[1]) : 0, uhid = open("/dev/uhid", O_RDWR);
  if (transitions <= 0 || uhid < 0) return perror("press_to_key"), 1;
  struct uhid_event make = {.type = UHID_CREATE2};
  strcpy((char *)make.u.create2.name, "VEC  VEC USB Footpedal");
  strcpy((char *)make.u.create2.phys, "usb-bench-1/input0");
  memcpy(make.u.create2.rd_data, descriptor, sizeof descriptor);
  make.u.create2.rd_size = sizeof descriptor;
  make.u.create2.bus = BUS_USB;
  make.u.create2.vendor = 0x05f3;
  make.u.create2.product = 0x00ff;
  if (write(uhid, &make, sizeof make) < 0) return perror("uhid"), 1;
  puts("plugged");
  fflush(stdout);
  char node[128];
  if (!fgets(node, sizeof node, stdin)) return 1;
  node[strcspn(node, "\n")] = 0;
  int keyboard = open(node, O_RDONLY | O_NONBLOCK);
  if (keyboard < 0) return perror(node), 1;

  double *micros = calloc(transitions, sizeof *micros);
  int lost = 0, wrong = 0;
  for (int i = 0; i < transitions; i++) {
    struct uhid_event report = {.type = UHID_INPUT2};
    report.u.input2.size = 2;
    report.u.input2.data[0] = i % 2 ? 0 : 2;
    double sent = now();
    if (write(uhid, &report, sizeof report) < 0) return perror("uhid"), 1;
    int seen = 0;
    while (!seen) {
      struct pollfd waiting = {.fd = keyboard, .events = POLLIN};
      if (poll(&waiting, 1, 1000) <= 0) break;
      struct input_event events[64];
      ssize_t bytes = read(keyboard, events, sizeof events);
      for (int e = 0; e < (int)(bytes / (ssize_t)sizeof *events); e++)
        if (events[e].type == EV_KEY) {
          int expected = !seen && events[e].value == !(i % 2);
          if (expected) seen = 1;
          else wrong++;
        }
    }
    micros[i - lost] = now() - sent;
    if (!seen) lost++;
    struct timespec pause = {.tv_nsec = 200000};
    nanosleep(&pause, NULL);
  }
  int measured = transitions - lost;
  if (measured == 0) return printf("lost %d wrong %d\n", lost, wrong), 1;
  qsort(micros, measured, sizeof *micros, ascending);
  printf("lost %d wrong %d p50 %.1f p95 %.1f p99 %.1f max %.1f\n", lost, wrong, micros[measured / 2], micros[measured * 95 / 100],
         micros[measured * 99 / 100], micros[measured - 1]);
  return 0;
}
