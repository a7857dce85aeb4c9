/** Pixels are visible from this alpha on. */
const visibleAlphaMin = 128;
/** More contrast than this does not make text more readable, of 255. */
const contrastEnough = 110;
/** Backgrounds, as levels of gray, the first of equally good ones. */
const backgrounds = [255, 0, 128];

/**
 * Draws an image with transparency on the background against which what is visible contrasts most: white, black or gray.
 * The outlines decide, which are the visible pixels next to transparent ones.
 *
 * @param rgba four bytes for each pixel, not premultiplied
 * @returns three bytes for each pixel
 */
export function flattenTransparency(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const background = chooseBackground(outlineHistogram(rgba, width, height));
  const rgb = new Uint8Array(width * height * 3);
  for (let source = 0, target = 0; source < rgba.length; source += 4) {
    const alpha = rgba[source + 3] ?? 0;
    for (let channel = 0; channel < 3; channel += 1, target += 1) {
      const value = rgba[source + channel] ?? 0;
      rgb[target] = Math.round((value * alpha + background * (255 - alpha)) / 255);
    }
  }
  return rgb;
}

/** Counts the luminances (0 to 255) of visible pixels that have a transparent neighbor. */
function outlineHistogram(rgba: Uint8Array, width: number, height: number): Float64Array {
  const counts = new Float64Array(256);
  const isVisible = (pixel: number) => (rgba[pixel * 4 + 3] ?? 0) >= visibleAlphaMin;
  for (let y = 0, pixel = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, pixel += 1) {
      if (!isVisible(pixel)) continue;
      const isOutline =
        (x > 0 && !isVisible(pixel - 1)) ||
        (x < width - 1 && !isVisible(pixel + 1)) ||
        (y > 0 && !isVisible(pixel - width)) ||
        (y < height - 1 && !isVisible(pixel + width));
      if (!isOutline) continue;
      const [red = 0, green = 0, blue = 0] = rgba.subarray(pixel * 4, pixel * 4 + 3);
      const luminance = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
      counts[luminance] = (counts[luminance] ?? 0) + 1;
    }
  }
  return counts;
}

function chooseBackground(counts: Float64Array): number {
  const contrasts = backgrounds.map((background) =>
    counts.reduce(
      (sum, count, luminance) => sum + count * Math.min(contrastEnough, Math.abs(luminance - background)),
      0,
    ),
  );
  return backgrounds[contrasts.indexOf(Math.max(...contrasts))] ?? 255;
}
