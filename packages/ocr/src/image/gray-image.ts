/** An image of one byte per pixel, 0 black to 255 white, rows from top to bottom. */
export interface GrayImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Clockwise rotation in degrees. */
export type ImageRotation = 0 | 90 | 180 | 270;

/** Encodes an image as a binary portable graymap (Netpbm P5), which Leptonica reads without decompression. */
export function encodePgm(image: GrayImage): Uint8Array {
  const header = Buffer.from(`P5\n${image.width} ${image.height}\n255\n`, 'latin1');
  const bytes = new Uint8Array(header.length + image.data.length);
  bytes.set(header, 0);
  bytes.set(image.data, header.length);
  return bytes;
}

/** Rotates an image clockwise. */
export function rotateImage(image: GrayImage, rotation: ImageRotation): GrayImage {
  if (rotation === 0) return image;
  const { data, width, height } = image;
  const rotated = new Uint8Array(data.length);
  const outWidth = rotation === 180 ? width : height;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = data[y * width + x] ?? 0;
      if (rotation === 90) rotated[x * outWidth + (height - 1 - y)] = pixel;
      else if (rotation === 180) rotated[(height - 1 - y) * outWidth + (width - 1 - x)] = pixel;
      else rotated[(width - 1 - x) * outWidth + y] = pixel;
    }
  }
  return { data: rotated, width: outWidth, height: rotation === 180 ? height : width };
}
