// bare_decode MODEL_FOLDER WAV...: the speech engine alone, without hwctl, as a floor to compare with.
//
// Each file (16 kHz mono) is decoded whole. Prints "milliseconds<TAB>text" a file; loading is not counted.
#include <sherpa-onnx/c-api/c-api.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int decode(const SherpaOnnxOfflineRecognizer *recognizer, const char *path) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file || info.samplerate != 16000 || info.channels != 1) {
    fprintf(stderr, "bare_decode: %s is not a 16 kHz mono audio file\n", path);
    if (file) sf_close(file);
    return 1;
  }
  float *samples = malloc((size_t)info.frames * sizeof *samples);
  if (!samples) {
    fprintf(stderr, "bare_decode: no memory for %s\n", path);
    sf_close(file);
    return 1;
  }
  sf_count_t count = sf_readf_float(file, samples, info.frames);
  sf_close(file);

  double start = milliseconds();
  const SherpaOnnxOfflineStream *stream = SherpaOnnxCreateOfflineStream(recognizer);
  SherpaOnnxAcceptWaveformOffline(stream, 16000, samples, (int32_t)count);
  SherpaOnnxDecodeOfflineStream(recognizer, stream);
  const SherpaOnnxOfflineRecognizerResult *result = SherpaOnnxGetOfflineStreamResult(stream);
  printf("%.1f\t%s\n", milliseconds() - start, result ? result->text : "");
  if (result) SherpaOnnxDestroyOfflineRecognizerResult(result);
  SherpaOnnxDestroyOfflineStream(stream);
  free(samples);
  return 0;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: bare_decode MODEL_FOLDER WAV...\n");
    return 2;
  }
  char encoder[4096], decoder[4096], tokens[4096];
  snprintf(encoder, sizeof encoder, "%s/encoder.onnx", arguments[1]);
  snprintf(decoder, sizeof decoder, "%s/decoder.onnx", arguments[1]);
  snprintf(tokens, sizeof tokens, "%s/tokens.txt", arguments[1]);
  SherpaOnnxOfflineRecognizerConfig configuration = {0};
  configuration.feat_config.sample_rate = 16000;
  configuration.feat_config.feature_dim = 80;
  configuration.model_config.moonshine.encoder = encoder;
  configuration.model_config.moonshine.merged_decoder = decoder;
  configuration.model_config.tokens = tokens;
  configuration.model_config.num_threads = 1;
  configuration.model_config.provider = "cpu";
  configuration.decoding_method = "greedy_search";
  const SherpaOnnxOfflineRecognizer *recognizer = SherpaOnnxCreateOfflineRecognizer(&configuration);
  if (!recognizer) {
    fprintf(stderr, "bare_decode: the engine refuses the model in %s\n", arguments[1]);
    return 1;
  }
  int failures = 0;
  for (int index = 2; index < count; index++) failures += decode(recognizer, arguments[index]);
  SherpaOnnxDestroyOfflineRecognizer(recognizer);
  return failures ? 1 : 0;
}
