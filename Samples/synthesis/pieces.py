"""The pieces: each function takes a `Studio` and returns a sound of any level."""

import numpy as np

from toolbox import pan

BOWL = ((1, 1, 9), (2.71, 0.55, 6), (5.18, 0.22, 3.5), (8.22, 0.08, 1.8), (11.7, 0.03, 0.9))
CHIME = ((1, 1, 3.2), (2.76, 0.22, 1.1), (5.4, 0.05, 0.4))


def tuned(body, pitch, level=1):
  """The partials of a `body` (ratio, level, decay) whose lowest one is at `pitch` hertz."""
  return [(pitch * ratio, level * share, decay) for ratio, share, decay in body]


def opening_bowl(studio):
  """A bowl is sung until it speaks, then struck three times; a smaller one answers."""
  sound = studio.silence()
  swell = np.exp(-(((studio.time - 2.6) / 1.3) ** 2))
  for side, offset in ((0.3, -0.35), (0.7, 0.35)):
    sound += pan(studio.tone(174 + offset, 0.35 * swell), side)
  for at, level in ((2.8, 1), (10.4, 0.85), (18, 0.75)):
    studio.add(sound, studio.strike(tuned(BOWL, 174, level), 20, attack=0.02), at)
  for at, level in ((6.6, 0.3), (14.2, 0.26)):
    studio.add(sound, studio.strike(tuned(BOWL, 261, level), 14, attack=0.03), at)
  return studio.room(sound, 3.5, 0.35)


def breathing(studio):
  """The chord opens for four seconds to breathe in, and closes for six to breathe out."""
  moment = studio.time % 10
  breath = np.where(
    moment < 4, 1 - np.cos(np.pi * moment / 4), 1 + np.cos(np.pi * (moment - 4) / 6)
  ) / 2
  turn = (1 - np.cos(2 * np.pi * studio.time / 20)) / 2
  chords = (
    ((146.83, 220.0, 293.66, 369.99, 440.0), 1 - turn),
    ((146.83, 196.0, 293.66, 392.0, 493.88), turn),
  )
  sound = studio.silence()
  for pitches, presence in chords:
    for number, pitch in enumerate(pitches):
      for side, detune in ((0.2, 0.9985), (0.5, 1), (0.8, 1.0015)):
        level = np.sqrt(presence) * (0.12 + 0.88 * breath) / (1 + 0.35 * number)
        for harmonic in range(1, 6):
          bright = np.exp(-(harmonic - 1) * (1.9 - 1.0 * breath))
          sound += pan(studio.tone(pitch * harmonic * detune, level * bright), side)
  air = studio.noise(350, 1400) * (0.22 * breath**2)[:, None]
  return studio.room(sound + air, 3, 0.4)


def drone(studio):
  """A fifth over a low root; each harmonic comes and goes in its own time."""
  sound = studio.silence()
  for pitch, weight in ((55, 0.35), (110, 1), (165, 0.7), (220, 0.45), (330, 0.16)):
    for harmonic in range(1, 9):
      level = weight * harmonic**-1.5 * studio.wander(0.25, 1, 7)
      for side, detune in ((0.15, -0.11), (0.5, 0.03), (0.85, 0.13)):
        sound += pan(studio.tone(pitch * harmonic + detune * harmonic**0.5, level), side)
  return studio.room(sound, 4, 0.5, bright=2500)


def rain(studio):
  """A soft steady rain, the drops near by, and now and then one into a puddle."""
  sound = studio.noise(350, 5500, -0.6) * studio.wander(0.8, 1.1, 5)[:, None]
  sound += 0.35 * studio.noise(90, 400)
  random = studio.random
  for at in random.uniform(0, studio.seconds, int(70 * studio.seconds)):
    time = np.arange(int(0.03 * studio.rate)) / studio.rate
    shape = np.exp(-time / random.uniform(0.002, 0.006)) * (1 - np.exp(-time / 0.0006))
    drop = np.sin(2 * np.pi * random.uniform(1200, 4200) * time) * shape
    studio.add(sound, pan(drop * 1.7 * random.uniform(0.1, 1) ** 3, random.uniform()), at)
  for at in random.uniform(1, studio.seconds - 1, int(2.2 * studio.seconds)):
    loud = 1.6 * random.uniform(0.2, 1)
    studio.add(sound, pan(bubble(studio, 500, 1300) * loud, random.uniform(0.1, 0.9)), at)
  return studio.room(sound, 0.9, 0.25)


def bubble(studio, low, high):
  """One bubble of air in water: a short tone that rises as the bubble nears the surface."""
  time = np.arange(int(0.12 * studio.rate)) / studio.rate
  pitch = studio.random.uniform(low, high)
  phase = pitch * (time + studio.random.uniform(0.8, 3) * time**2)
  shape = np.exp(-time / studio.random.uniform(0.012, 0.022)) * (1 - np.exp(-time / 0.003))
  return np.sin(2 * np.pi * phase) * shape


def ocean(studio):
  """Waves gather slowly, break with a little foam, and draw back; the next is under way."""
  bands = (
    (studio.noise(50, 260, -0.7), 0.7, 1, 0),
    (studio.noise(220, 1000, -0.6), 1, 1.6, 0.3),
    (studio.noise(900, 4500, -0.5), 0.5, 2.8, 0.7),
  )
  sound = 0.12 * studio.noise(60, 700, -0.7)
  for at in np.arange(-3, studio.seconds, 6.5):
    at += studio.random.uniform(-0.8, 0.8)
    rise, fall = studio.random.uniform(2.6, 3.4), studio.random.uniform(3.2, 4.4)
    loud, side = studio.random.uniform(0.7, 1), studio.random.uniform(0.3, 0.7)
    for noise, level, sharpness, delay in bands:
      past = studio.time - at - 3 - delay
      wave = loud * np.exp(-((past / np.where(past < 0, rise, fall)) ** 2) * sharpness)
      travel = np.clip(side + 0.03 * past, 0.2, 0.8)
      sound += noise * pan(level * wave, travel) * 1.3
  return studio.room(sound, 1.2, 0.2)


def wind(studio):
  """The wind's pitch and strength wander together: a gust is louder and higher."""
  gust = studio.wander(0, 1, 4.5)
  sound = 0.3 * studio.noise(50, 250, -0.8)
  for pitch in 140 * 2 ** (np.arange(14) / 4):
    noise = studio.noise(pitch / 1.12, pitch * 1.12, 0)
    for channel in range(2):
      centre = np.log2(230) + 1.5 * gust + studio.wander(-0.25, 0.25, 3)
      near = np.exp(-(((np.log2(pitch) - centre) / 0.42) ** 2))
      sound[:, channel] += noise[:, channel] * near * (0.3 + 0.7 * gust)
  return studio.room(sound, 1.5, 0.3)


def bell_garden(studio):
  """A breeze touches five notes that agree in any order."""
  scale = 293.66 * np.array((1, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2, 9 / 4, 5 / 2, 3))
  sound = studio.silence()
  at, step = 0.6, 0
  while at < studio.seconds - 5:
    step = (step + studio.random.choice((1, 2, 3, 5))) % len(scale)
    partials = tuned(CHIME, scale[step], studio.random.uniform(0.35, 0.8) / (1 + step / 6))
    chime = studio.strike(partials, 9, attack=0.006, beat=0.4)
    lean = pan(1.4, studio.random.uniform(0.2, 0.8))
    studio.add(sound, chime * lean, at)
    at += 0.25 + studio.random.exponential(1.1)
  sound += 0.006 * studio.noise(250, 900) * studio.wander(0.2, 1, 5)[:, None]
  return studio.room(sound, 4, 0.55)


def tanpura(studio):
  """Fifth, octave, octave, root: the strings graze the bridge, so the overtones bloom."""
  sound = studio.silence()
  strings = ((110.0, 0, 0.8), (146.83, 1.15, 0.8), (147.0, 2.25, 0.75), (73.42, 3.4, 1))
  time = np.arange(7 * studio.rate) / studio.rate
  for cycle in np.arange(0.1, studio.seconds - 1, 4.75):
    for pitch, delay, loud in strings:
      pluck = np.zeros(len(time))
      centre = 3 + 8 * np.exp(-time / 1.1)
      for harmonic in range(1, 23):
        bloom = 0.25 + np.exp(-(((harmonic - centre) / 3.2) ** 2))
        shape = np.exp(-time * (0.55 + 0.07 * harmonic)) * (1 - np.exp(-time / 0.02))
        phase = 2 * np.pi * studio.random.uniform()
        wave = np.sin(2 * np.pi * pitch * harmonic * time + phase)
        pluck += harmonic**-1.0 * bloom * shape * wave
      at = cycle + delay + studio.random.uniform(-0.03, 0.03)
      studio.add(sound, pan(loud * pluck, 0.5), at)
  return studio.room(sound, 2.5, 0.3)


def night_stream(studio):
  """Water over stones, and a few crickets well away from it."""
  random = studio.random
  sound = 0.6 * studio.noise(250, 1800, -0.8) * studio.wander(0.75, 1, 2)[:, None]
  for at in random.uniform(0, studio.seconds, int(38 * studio.seconds)):
    loud = 2 * random.uniform(0.15, 1) ** 2
    studio.add(sound, pan(bubble(studio, 320, 1100) * loud, random.uniform()), at)
  for pitch, every, loud, side in ((3150, 0.92, 0.2, 0.25), (3420, 1.13, 0.14, 0.8)):
    pulse = np.maximum(0, np.sin(2 * np.pi * 24 * studio.time)) ** 2
    moment = (studio.time + random.uniform(0, every)) % every
    chirp = pulse * np.clip(np.sin(np.pi * moment / 0.25), 0, 1) * (moment < 0.25)
    sound += pan(studio.tone(pitch, loud * chirp * studio.wander(0.4, 1, 4)), side)
  return studio.room(sound, 1.4, 0.3)


def closing_gong(studio):
  """A great gong: the low notes at once, the shimmer after them, then a long way down."""
  sound = studio.silence()
  low = [(pitch, level, 11) for pitch, level in ((82, 0.6), (123.4, 1), (164.6, 0.6), (207, 0.5))]
  body = [
    (pitch, 0.3 * (230 / pitch) ** 0.8, 7 * (230 / pitch) ** 0.6)
    for pitch in 230 * (1.085 ** np.arange(24)) * studio.random.uniform(0.98, 1.02, 24)
  ]
  for at, loud in ((0.2, 1), (9.5, 0.6)):
    for partials, attack in ((low, 0.03), (body[:8], 0.12), (body[8:], 0.5)):
      struck = studio.strike(partials, studio.seconds, attack=attack, beat=0.8)
      studio.add(sound, loud * struck, at)
  return studio.room(sound, 4, 0.35, bright=3000)
