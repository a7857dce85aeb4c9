import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { RgbImage } from '../image/rgb-image.ts';
import { type Window, writePlanes } from '../inference/image-tensor.ts';
import type { OnnxSession } from '../inference/onnx-session.ts';

/** The probability that a pixel belongs to the core of a line of text, for each pixel of an image. */
export interface ProbabilityMap {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** The network halves its input five times. */
const sideMultiple = 32;
/** One run of the network takes at most some 0.2 s, after which it can be canceled. */
const tileSide = 768;
/** Text at the edge of a tile is read from the neighboring tile, which shows it with its surroundings. */
const tileOverlap = 96;

/** Runs the detection network on an image, tile by tile if it is large. */
export async function computeProbabilityMap(
  image: RgbImage,
  network: OnnxSession,
  guard: NativeCallGuard,
): Promise<ProbabilityMap> {
  const map = new Float32Array(image.width * image.height);
  for (const y of tilesOf(image.height)) {
    for (const x of tilesOf(image.width)) {
      const window: Window = { x: x.from, y: y.from, width: x.length, height: y.length };
      const data = new Float32Array(3 * window.width * window.height);
      writePlanes(image, window, data);
      const input = { data, dimensions: [1, 3, window.height, window.width] };
      const { probabilities } = await network.run(input, ['probabilities'], guard);
      for (let row = y.keepFrom; row < y.keepTo; row += 1) {
        const start = (row - y.from) * window.width - x.from;
        map.set(
          probabilities.data.subarray(start + x.keepFrom, start + x.keepTo),
          row * image.width + x.keepFrom,
        );
      }
    }
  }
  return { data: map, width: image.width, height: image.height };
}

interface Tile {
  readonly from: number;
  /** A multiple of 32; the tile may reach beyond the image. */
  readonly length: number;
  /** The part whose values are kept. */
  readonly keepFrom: number;
  readonly keepTo: number;
}

/** Divides a side into tiles of about equal length that overlap; each pixel is kept from one of them. */
function tilesOf(side: number): Tile[] {
  const count = side <= tileSide ? 1 : Math.ceil((side - tileOverlap) / (tileSide - tileOverlap));
  const length = Math.ceil((side + (count - 1) * tileOverlap) / count / sideMultiple) * sideMultiple;
  const step = count === 1 ? 0 : (side - length) / (count - 1);
  const starts = Array.from({ length: count }, (_, index) => Math.round(index * step));
  return starts.map((from, index) => {
    const before = starts[index - 1];
    const after = starts[index + 1];
    return {
      from,
      length,
      keepFrom: before === undefined ? 0 : Math.round((before + length + from) / 2),
      keepTo: after === undefined ? side : Math.round((from + length + after) / 2),
    };
  });
}
