import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { RgbImage } from '../image/rgb-image.ts';
import { PlaneBuffer, type Window } from '../inference/image-tensor.ts';
import type { OnnxSession } from '../inference/onnx-session.ts';
import { planTiles } from './plan-tiles.ts';

/** The probability that a pixel belongs to the core of a line of text, for each pixel of an image. */
export interface ProbabilityMap {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Runs the detection network on an image, tile by tile if it is large. */
export async function computeProbabilityMap(
  image: RgbImage,
  network: OnnxSession,
  guard: NativeCallGuard,
): Promise<ProbabilityMap> {
  const map = new Float32Array(image.width * image.height);
  const buffer = new PlaneBuffer();
  const { columns, rows } = planTiles(image.width, image.height);
  for (const y of rows) {
    for (const x of columns) {
      const window: Window = { x: x.from, y: y.from, width: x.length, height: y.length };
      const data = buffer.planesOf(image, window);
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
