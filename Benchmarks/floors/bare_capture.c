// bare_capture OPENS: the floor for "press to first frame" and for idle memory: a bare PulseAudio client that stays
// connected, opens a 16 kHz mono record stream with 20 ms fragments OPENS times and prints the milliseconds from the
// request to the first frame, one a line; then "idle", and waits for end of input.
#include <pulse/pulseaudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void wake(void *loop) { pa_threaded_mainloop_signal(loop, 0); }
static void context_changed(pa_context *context, void *loop) { (void)context, wake(loop); }
static void frames_came(pa_stream *stream, size_t bytes, void *loop) { (void)stream, (void)bytes, wake(loop); }

int main(int count, char **arguments) {
  int opens = count == 2 ? atoi(arguments[1]) : 0;
  pa_threaded_mainloop *loop = pa_threaded_mainloop_new();
  pa_context *context = pa_context_new(pa_threaded_mainloop_get_api(loop), "bare");
  pa_context_set_state_callback(context, context_changed, loop);
  pa_threaded_mainloop_start(loop);
  pa_threaded_mainloop_lock(loop);
  pa_context_connect(context, NULL, PA_CONTEXT_NOAUTOSPAWN, NULL);
  while (pa_context_get_state(context) != PA_CONTEXT_READY) {
    if (!PA_CONTEXT_IS_GOOD(pa_context_get_state(context))) return fputs("no sound server\n", stderr), 1;
    pa_threaded_mainloop_wait(loop);
  }
  pa_sample_spec format = {.format = PA_SAMPLE_S16LE, .rate = 16000, .channels = 1};
  pa_buffer_attr sizes = {.maxlength = -1, .fragsize = 640};
  for (int i = 0; i < opens; i++) {
    double start = now();
    pa_stream *stream = pa_stream_new(context, "bare", &format, NULL);
    pa_stream_set_read_callback(stream, frames_came, loop);
    pa_stream_connect_record(stream, NULL, &sizes, PA_STREAM_ADJUST_LATENCY);
    while (PA_STREAM_IS_GOOD(pa_stream_get_state(stream)) || pa_stream_get_state(stream) == PA_STREAM_UNCONNECTED) {
      pa_threaded_mainloop_wait(loop);
      if (pa_stream_get_state(stream) == PA_STREAM_READY && pa_stream_readable_size(stream) > 0) break;
    }
    printf("%.2f\n", now() - start);
    pa_stream_disconnect(stream);
    pa_stream_unref(stream);
  }
  pa_threaded_mainloop_unlock(loop);
  puts("idle");
  fflush(stdout);
  while (getchar() != EOF) {}
  return 0;
}
