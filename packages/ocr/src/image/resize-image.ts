import { loadSharp } from './load-sharp.ts';
import type { RgbImage } from './rgb-image.ts';

/** Resizes an image by a factor; each side keeps at least one pixel. */
export async function resizeImage(image: RgbImage, scale: number): Promise<RgbImage> {
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  if (width === image.width && height === image.height) return image;
  const sharp = await loadSharp();
  const raw = { width: image.width, height: image.height, channels: 3 as const };
  const data = await sharp(image.data, { raw, limitInputPixels: false })
    .resize(width, height, { fit: 'fill', kernel: scale < 1 ? 'linear' : 'cubic' })
    .raw()
    .toBuffer();
  return { data, width, height };
}
