/* Opens every file named on standard input, one path a line, and reads what a list of songs shows. */
#define _GNU_SOURCE
#include <sndfile.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char *path = NULL;
  size_t capacity = 0;
  ssize_t length;
  long count = 0;
  while ((length = getline(&path, &capacity, stdin)) > 0) {
    path[strcspn(path, "\n")] = '\0';
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (!file) return 66;
    if (sf_get_string(file, SF_STR_TITLE)) count++;
    sf_close(file);
  }
  printf("%ld files with a title\n", count);
  return 0;
}
