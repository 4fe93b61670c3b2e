"""CPU time and peak memory of playing a song into PulseAudio, against ogg123, mpv and the floor."""

from bench.server import server
from bench.shop import Failed
from bench.table import compare, megabytes, milliseconds


def rows(shop):
    song = shop.noise(shop.seconds, "ogg")
    players = {
        "meditate": [shop.meditate, "--plain", "--driver", "pulse", "--start", song],
        "ogg123": ["ogg123", "-q", "-d", "pulse", song],
        "mpv": ["mpv", "--no-config", "--no-video", "--really-quiet", "--ao=pulse", song],
        "a Swift program of 30 lines": [shop.path("floor"), song, "pulse"]}
    costs = {name: [] for name in players}
    with server(shop, records=False):
        for _ in range(shop.pairs(3)):
            for name, command in players.items():
                cost = shop.spend(*command)
                if cost.wall < shop.seconds * 0.95:
                    raise Failed(f"{name} played {shop.seconds} s in {cost.wall:.1f} s")
                costs[name].append(cost)
    what = f"playing {shop.seconds} s of Vorbis"
    limits = {"ogg123": (1.0, 1.2)}
    for rival in list(players)[1:]:
        cpu, peak = limits.get(rival, (None, None))
        yield compare(
            f"CPU, {what}", *[[cost.cpu for cost in costs[name]] for name in ["meditate", rival]],
            rival, cpu, milliseconds)
        yield compare(
            f"peak memory, {what}",
            *[[cost.peak for cost in costs[name]] for name in ["meditate", rival]],
            rival, peak, megabytes)
