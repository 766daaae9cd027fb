"""Take the pictures for the README with a real server and a real browser.

    python -m tools.pictures [--pages FOLDER] [--out docs/pictures]

`--pages` is the folder of the built browser game, if the installed package does not include it. One
of the pictures moves: it shows a roll and everything that follows from it.
"""

from __future__ import annotations

import argparse
import base64
import itertools
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tools.screens import SCREENS, Look, Screen, Studio, studio_for

PICTURES: Final[dict[str, tuple[Screen, Look]]] = {
    "board": (SCREENS["offer"], Look("desktop", "dark")),
    "trade": (SCREENS["counter"], Look("laptop", "light")),
    "auction": (SCREENS["auction"], Look("laptop", "light")),
    "phone": (SCREENS["offer"], Look("phone", "dark")),
}
"""The still pictures: the screen, and the size of the window and the theme."""
MOVING: Final = 3.0
"""The length of the moving picture, in seconds."""
EVERY: Final = 120
"""The time between its frames, in milliseconds, at least."""
AS_WEBP: Final = """async ([image, part]) => {
  const bytes = Uint8Array.from(atob(image), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width / part, bitmap.height / part);
  canvas.getContext("2d", { alpha: false }).drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: part > 1 ? 0.6 : 0.82 });
  const data = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(data, (one) => String.fromCharCode(one)).join(""));
}"""
"""Returns an image as a WebP image, which is much smaller; `part` divides its width and height."""


def as_webp(page: Page, image: bytes, part: int = 1) -> bytes:
    """Return an image as a WebP image, converted in the browser."""
    return base64.b64decode(page.evaluate(AS_WEBP, [base64.b64encode(image).decode(), part]))


def moving_picture(frames: list[bytes], times: list[int], size: tuple[int, int]) -> bytes:
    """Join WebP images of the same size into one that moves; `times` are in milliseconds.

    The container format is documented with WebP: one header, one chunk per frame.
    """

    def number(value: int, length: int) -> bytes:
        return value.to_bytes(length, "little")

    def chunk(name: bytes, data: bytes) -> bytes:
        return name + number(len(data), 4) + data + b"\0" * (len(data) % 2)

    box = number(size[0] - 1, 3) + number(size[1] - 1, 3)
    body = chunk(b"VP8X", b"\x02\0\0\0" + box) + chunk(b"ANIM", b"\0\0\0\xff\0\0")
    for frame, shown in zip(frames, times, strict=True):
        image = frame[frame.index(b"VP8 ") :]  # without the header and the color profile
        body += chunk(b"ANMF", bytes(6) + box + number(shown, 3) + b"\x02" + image)
    return b"RIFF" + number(len(body) + 4, 4) + b"WEBP" + body


def film(studio: Studio, file: Path) -> None:
    """Film a roll: the dice, the token and what follows."""
    with studio.page(SCREENS["roll"], Look("laptop", "dark"), still=False) as page:
        shots, taken = list[bytes](), list[float]()
        page.keyboard.press("Space")
        until = time.monotonic() + MOVING
        while time.monotonic() < until:
            taken.append(time.monotonic())
            shots.append(page.screenshot(type="jpeg", quality=90))
            page.wait_for_timeout(max(0, EVERY - 1000 * (time.monotonic() - taken[-1])))
        frames = [as_webp(page, shot, 2) for shot in shots]
    times = [round(1000 * (after - at)) for at, after in itertools.pairwise(taken)]
    file.write_bytes(moving_picture(frames, [*times, 2_000], (640, 400)))


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.pictures", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--pages", help="folder of the built browser game (default: the installed one)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("docs/pictures"),
        help="folder for the pictures (default: docs/pictures)",
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with studio_for(args.pages) as studio:
        for name, (screen, look) in PICTURES.items():
            with studio.page(screen, look) as page:
                (args.out / f"{name}.webp").write_bytes(as_webp(page, page.screenshot()))
        film(studio, args.out / "roll.webp")


if __name__ == "__main__":
    main()
