import sharp from 'sharp';

/** Formats of image files that Quern reads. */
export const formats = ['png', 'jpeg', 'webp', 'gif', 'tiff', 'bmp', 'avif', 'ico'] as const;

/** A format of image files. */
export type Format = (typeof formats)[number];

/** Encodes an image file in another format. */
export async function encodeAs(format: Format, image: Uint8Array): Promise<Uint8Array> {
  if (format === 'bmp') return encodeBmp(image);
  if (format === 'ico') return encodeIcon(image);
  return sharp(image).toFormat(format).toBuffer();
}

/** An uncompressed Windows bitmap with 24 bits for each pixel and a header of 40 bytes (BITMAPINFOHEADER). */
async function encodeBmp(image: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const stride = Math.ceil((info.width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + stride * info.height);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(info.width, 18);
  bytes.writeInt32LE(info.height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const from = info.channels * (y * info.width + x);
      const to = 54 + stride * (info.height - 1 - y) + 3 * x;
      for (let channel = 0; channel < 3; channel++) bytes[to + channel] = data[from + 2 - channel] ?? 0;
    }
  return bytes;
}

/** A Windows icon with one image of at most 256 × 256 pixels as PNG. */
async function encodeIcon(image: Uint8Array): Promise<Uint8Array> {
  const png = await sharp(image).resize(256, 256, { fit: 'inside' }).png().toBuffer();
  const { width, height } = await sharp(png).metadata();
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(width % 256, 6);
  header.writeUInt8(height % 256, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, png]);
}
