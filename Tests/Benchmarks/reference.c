/* The least that a program can do: libsndfile decodes, libao writes. */
#include <ao/ao.h>
#include <sndfile.h>
#include <stdio.h>

int main(int argc, char **argv) {
  static short s16[8192];
  static float f32[8192];
  static unsigned char s24[8192 * 3];
  SF_INFO info = {0};
  if (argc != 3) return 64;
  SNDFILE *in = sf_open(argv[1], SFM_READ, &info);
  if (!in) return 66;
  int lossy = (info.format & SF_FORMAT_SUBMASK) >= SF_FORMAT_FLOAT;
  ao_initialize();
  ao_sample_format format = {lossy ? 24 : 16, info.samplerate, info.channels, AO_FMT_NATIVE, NULL};
  ao_device *out = ao_open_file(ao_driver_id("raw"), argv[2], 1, &format, NULL);
  if (!out) return 73;
  long count, frames = 8192 / info.channels;
  if (!lossy)
    while ((count = sf_readf_short(in, s16, frames)) > 0)
      ao_play(out, (char *)s16, count * info.channels * 2);
  else
    while ((count = sf_readf_float(in, f32, frames)) > 0) {
      for (long i = 0; i < count * info.channels; i++) {
        float value = f32[i] * 8388608.0f;
        int v = value > 8388607 ? 8388607 : value < -8388608 ? -8388608 : (int)value;
        s24[i * 3] = v, s24[i * 3 + 1] = v >> 8, s24[i * 3 + 2] = v >> 16;
      }
      ao_play(out, (char *)s24, count * info.channels * 3);
    }
  ao_close(out);
  sf_close(in);
  return 0;
}
