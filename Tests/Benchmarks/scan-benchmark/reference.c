/* Opens every file named on standard input, one path a line, as a scan must at least do.

   Prints how many opened. What a scan of songs costs is measured against this. */
#define _GNU_SOURCE
#include <sndfile.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
  char *path = NULL;
  size_t capacity = 0;
  ssize_t length;
  long count = 0;
  double seconds = 0;

  while ((length = getline(&path, &capacity, stdin)) > 0) {
    if (path[length - 1] == '\n')
      path[length - 1] = '\0';
    SF_INFO info;
    memset(&info, 0, sizeof info);
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (file == NULL)
      continue;
    if (sf_get_string(file, SF_STR_TITLE) != NULL)
      count++;
    seconds += (double)info.frames / info.samplerate;
    sf_close(file);
  }
  printf("%ld files with a title, %.0f s\n", count, seconds);
  return 0;
}
