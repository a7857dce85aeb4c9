/** An image of one byte a pixel, 0 black to 255 white, rows from the top. */
export interface GrayImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type ImageRotation = 0 | 90 | 180 | 270;

/** The image as a binary portable graymap (Netpbm P5), which Leptonica reads without decompression. */
export function encodePgm(image: GrayImage): Uint8Array {
  const header = Buffer.from(`P5\n${image.width} ${image.height}\n255\n`, 'latin1');
  const bytes = new Uint8Array(header.length + image.data.length);
  bytes.set(header, 0);
  bytes.set(image.data, header.length);
  return bytes;
}

/** Turns the image clockwise. */
export function rotateImage(image: GrayImage, turn: ImageRotation): GrayImage {
  if (turn === 0) return image;
  const { data, width, height } = image;
  const turned = new Uint8Array(data.length);
  const outWidth = turn === 180 ? width : height;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = data[y * width + x] ?? 0;
      if (turn === 90) turned[x * outWidth + (height - 1 - y)] = pixel;
      else if (turn === 180) turned[(height - 1 - y) * outWidth + (width - 1 - x)] = pixel;
      else turned[(width - 1 - x) * outWidth + y] = pixel;
    }
  }
  return { data: turned, width: outWidth, height: turn === 180 ? height : width };
}
