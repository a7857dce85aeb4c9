/** An image of three bytes per pixel (red, green, blue), rows from top to bottom. */
export interface RgbImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Clockwise rotation in degrees. */
export type ImageRotation = 0 | 90 | 180 | 270;

/** Rotates an image clockwise. The image is returned as it is for 0 degrees. */
export function rotateImage(image: RgbImage, rotation: ImageRotation): RgbImage {
  if (rotation === 0) return image;
  const { data, width, height } = image;
  const rotated = new Uint8Array(data.length);
  const outWidth = rotation === 180 ? width : height;
  for (let y = 0, source = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, source += 3) {
      let target = 3 * ((height - 1 - y) * width + (width - 1 - x));
      if (rotation === 90) target = 3 * (x * outWidth + (height - 1 - y));
      else if (rotation === 270) target = 3 * ((width - 1 - x) * outWidth + y);
      rotated[target] = data[source] ?? 0;
      rotated[target + 1] = data[source + 1] ?? 0;
      rotated[target + 2] = data[source + 2] ?? 0;
    }
  }
  return { data: rotated, width: outWidth, height: rotation === 180 ? height : width };
}
