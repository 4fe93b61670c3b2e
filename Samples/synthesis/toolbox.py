"""What every piece is made of: curves, noise, struck partials, room.

A sound is an array of shape (frames, 2) at `rate` frames per second; a curve has shape (frames,).
"""

import numpy as np


class Studio:
  """Makes sounds of one length at one rate from one seed, so that a piece is always the same.

  `RandomState` and not `default_rng`: NumPy promises that its stream never changes.
  """

  def __init__(self, rate, seconds, seed):
    self.rate = rate
    self.seconds = seconds
    self.frames = int(rate * seconds)
    self.time = np.arange(self.frames) / rate
    self.random = np.random.RandomState(seed)

  def silence(self):
    return np.zeros((self.frames, 2))

  def wander(self, low, high, period):
    """A curve that drifts between `low` and `high`, turning about every `period` seconds."""
    knots = self.random.uniform(low, high, int(self.seconds / period) + 3)
    place = self.time / period + self.random.uniform()
    left = place.astype(int)
    blend = (1 - np.cos(np.pi * (place - left))) / 2
    return knots[left] * (1 - blend) + knots[left + 1] * blend

  def noise(self, low, high, tilt=-0.5, frames=None):
    """Stereo noise from `low` to `high` hertz with soft edges and unit level.

    `tilt` is the exponent of the spectrum's slope: 0 is white, -0.5 pink, -1 brown.
    """
    frames = frames or self.frames
    pitch = np.maximum(np.fft.rfftfreq(frames, 1 / self.rate), 1)
    shape = pitch**tilt / np.sqrt((1 + (low / pitch) ** 6) * (1 + (pitch / high) ** 6))
    white = self.random.standard_normal((frames, 2))
    sound = np.fft.irfft(np.fft.rfft(white, axis=0) * shape[:, None], frames, axis=0)
    return sound / sound.std()

  def tone(self, pitch, level):
    """A sine whose `level` may be a curve; its phase differs from tone to tone."""
    return level * np.sin(2 * np.pi * (pitch * self.time + self.random.uniform()))

  def strike(self, partials, seconds, attack=0.01, beat=0.6):
    """A struck body. Each of its `partials` is (hertz, level, decay in seconds).

    No real bowl is quite round, so each partial is a pair, about `beat` hertz apart. The two
    lean to opposite sides: the beating then wanders in the room.
    """
    time = np.arange(int(self.rate * seconds)) / self.rate
    sound = np.zeros((len(time), 2))
    for pitch, level, decay in partials:
      shape = level * np.exp(-time / decay) * (1 - np.exp(-time / attack))
      apart = beat * self.random.uniform(0.6, 1.4)
      for side, offset in ((0.35, -apart / 2), (0.65, apart / 2)):
        phase = self.random.uniform()
        sound += pan(shape * np.sin(2 * np.pi * ((pitch + offset) * time + phase)), side)
    return sound * ease_out(len(time))[:, None]

  def add(self, canvas, sound, at):
    """Lays `sound` on `canvas` from second `at`; what runs over the end is cut by the fade."""
    start = int(at * self.rate)
    end = min(start + len(sound), len(canvas))
    canvas[start:end] += sound[: end - start]

  def room(self, sound, decay, wet, bright=4000):
    """Adds a room by convolution with noise that dies away, the high notes of it first."""
    length = int(self.rate * decay)
    time = np.arange(length) / self.rate
    echo = np.zeros((length, 2))
    for low, high, life in ((80, 500, 1), (500, 2000, 0.7), (2000, bright, 0.4)):
      tail = np.exp(-6.9 * time / (decay * life)) * (1 - np.exp(-time / 0.02))
      echo += self.noise(low, high, frames=length) * tail[:, None]
    echo *= wet / np.sqrt((echo**2).sum(axis=0).mean())
    size = len(sound) + length
    wave = np.fft.rfft(sound, size, axis=0) * np.fft.rfft(echo, size, axis=0)
    return sound + np.fft.irfft(wave, size, axis=0)[: len(sound)]


def pan(sound, side):
  """Places a mono `sound` between left (0) and right (1) at equal power."""
  angle = np.asarray(side) * np.pi / 2
  return np.stack((sound * np.cos(angle), sound * np.sin(angle)), axis=-1)


def ease_out(frames, share=0.2):
  """A curve that is 1 and sinks to 0 over its last `share`, without an edge."""
  left = np.clip((1 - np.arange(frames) / frames) / share, 0, 1)
  return (1 - np.cos(np.pi * left)) / 2


def fade(sound, rate, seconds_in, seconds_out):
  """Fades both ends to true silence and takes off any DC."""
  sound = sound - sound.mean(axis=0)
  for view, seconds in ((sound, seconds_in), (sound[::-1], seconds_out)):
    count = int(rate * seconds)
    view[:count] *= ((1 - np.cos(np.pi * np.arange(count) / count)) / 2)[:, None]
  return sound
