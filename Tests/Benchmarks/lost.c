/* Prints how many seconds of a decoded song are missing in another decoding of it, or differ.
 *
 * lost BYTES RATE WHOLE OTHER: both are raw stereo of signed integers, little-endian, of BYTES each.
 * Both agree at the beginning and before the end; the rest of WHOLE is lost. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Samples that are compared at once: 3 ms. */
enum { STEP = 256 };
/* By how many samples the sound behind the damage may be shifted. */
enum { MOST_SHIFT = 20000 };
/* A smaller difference, -30 dB, is rounding, dither or a decoder that settles. */
static const double TOLERANCE = 0.0316;

struct sound { long count; float *samples; };

static struct sound load(const char *path, int bytes)
{
	struct sound sound = {0, NULL};
	FILE *file = fopen(path, "rb");
	if (!file) { perror(path); exit(2); }
	fseek(file, 0, SEEK_END);
	long size = ftell(file);
	rewind(file);
	unsigned char *data = malloc(size + 1);
	if (fread(data, 1, size, file) != (size_t)size) { perror(path); exit(2); }
	fclose(file);
	sound.count = size / bytes;
	sound.samples = malloc((sound.count + 1) * sizeof(float));
	for (long i = 0; i < sound.count; i++) {
		unsigned value = 0;
		for (int byte = 0; byte < bytes; byte++)
			value |= (unsigned)data[i * bytes + byte] << (8 * (4 - bytes + byte));
		sound.samples[i] = (float)((int)value / 2147483648.0);
	}
	free(data);
	return sound;
}

static int same(const float *one, const float *other)
{
	double difference = 0, power = 0;
	for (int i = 0; i < STEP; i++) {
		difference += (one[i] - other[i]) * (one[i] - other[i]);
		power += one[i] * one[i];
	}
	return sqrt(difference) <= TOLERANCE * sqrt(power) + 1e-4 * sqrt(STEP);
}

/* True if both agree at a sample of the first, with the other shifted. */
static int fits(const struct sound *whole, const struct sound *other, long at, long shift)
{
	return at >= 0 && at + STEP <= whole->count && at + shift >= 0
	       && at + shift + STEP <= other->count
	       && same(whole->samples + at, other->samples + at + shift);
}

/* The shift of the other half a second before the end: the lost samples and, for MP3, a padding
 * whose length is no longer known. */
static long align(const struct sound *whole, const struct sound *other, long at)
{
	long ends = other->count - whole->count;
	for (long shift = 0; shift < MOST_SHIFT; shift += 2) {
		if (fits(whole, other, at, ends + shift)) return ends + shift;
		if (fits(whole, other, at, ends - shift)) return ends - shift;
	}
	return ends;
}

int main(int count, char **words)
{
	if (count != 5) return 2;
	int bytes = atoi(words[1]);
	struct sound whole = load(words[3], bytes), other = load(words[4], bytes);
	long most = whole.count < other.count ? whole.count : other.count;
	long front = 0;
	while (front + STEP <= most && same(whole.samples + front, other.samples + front))
		front += STEP;
	long lost = 0;
	if (front + STEP <= whole.count) {
		long place = whole.count - (long)atof(words[2]);
		long shift = place > front ? align(&whole, &other, place) : 0;
		long start = place, end = place;
		while (start > front && fits(&whole, &other, start - STEP, shift)) start -= STEP;
		while (fits(&whole, &other, end, shift)) end += STEP;
		long tail = whole.count - end < STEP ? 0 : whole.count - end;
		lost = start - front + tail;
	}
	printf("%f\n", lost / 2.0 / atof(words[2]));
	return 0;
}
