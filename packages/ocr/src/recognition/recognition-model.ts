import { readFile } from 'node:fs/promises';
import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { RgbImage } from '../image/rgb-image.ts';
import { writePlanes } from '../inference/image-tensor.ts';
import { OnnxSession } from '../inference/onnx-session.ts';
import { decodeCtc, type ReadCharacter } from './decode-ctc.ts';
import { stripHeight } from './line-strip.ts';

/** Pixels of a batch, padding included. A batch takes some 0.1 s, after which it can be canceled. */
const batchWidthMax = 1600;

const outputs = ['classes', 'scores', 'spaces'] as const;

/** A network that reads lines, with the text of its classes. */
export class RecognitionModel {
  readonly #network: OnnxSession;
  readonly #classes: readonly string[];
  readonly #known: ReadonlySet<string>;

  private constructor(network: OnnxSession, classes: readonly string[]) {
    [this.#network, this.#classes] = [network, classes];
    this.#known = new Set(classes);
  }

  /** @param graph path of the ONNX file @param characters path of a JSON list of its classes */
  static async load(graph: string, characters: string, guard: NativeCallGuard): Promise<RecognitionModel> {
    const list: unknown = JSON.parse(await readFile(characters, 'utf8'));
    if (!(Array.isArray(list) && list.every((text) => typeof text === 'string')))
      throw new Error(`${characters} is not a list of characters.`);
    return new RecognitionModel(await OnnxSession.load(graph, guard), list);
  }

  /** Whether the network has a class for a text, mostly one character. */
  knows(text: string): boolean {
    return this.#known.has(text);
  }

  /** Reads strips; those of similar width share a batch. @returns the characters of each, in the order of the strips */
  async read(strips: readonly RgbImage[], guard: NativeCallGuard): Promise<ReadCharacter[][]> {
    const read: ReadCharacter[][] = strips.map(() => []);
    for (const batch of batchesOf(strips)) {
      const width = Math.max(...batch.map((index) => strips[index]?.width ?? 0));
      const size = 3 * stripHeight * width;
      const data = new Float32Array(batch.length * size);
      for (const [place, index] of batch.entries()) {
        const strip = strips[index];
        if (strip !== undefined) writePadded(strip, width, data, place * size);
      }
      const input = { data, dimensions: [batch.length, 3, stripHeight, width] };
      const output = await this.#network.run(input, outputs, guard);
      for (const [place, characters] of decodeCtc(output, this.#classes).entries())
        read[batch[place] ?? 0] = characters;
    }
    return read;
  }
}

/** Groups of strips, by their indexes, in the order of their widths. */
function batchesOf(strips: readonly RgbImage[]): number[][] {
  const sorted = strips.map(({ width }, index) => ({ width, index })).toSorted((a, b) => a.width - b.width);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const { width, index } of sorted) {
    if (batch.length > 0 && (batch.length + 1) * width > batchWidthMax) {
      batches.push(batch);
      batch = [];
    }
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Writes a strip; the network learned to ignore gray (0) to the right of a line. */
function writePadded(strip: RgbImage, width: number, out: Float32Array, offset: number): void {
  const planes = new Float32Array(3 * stripHeight * strip.width);
  writePlanes(strip, { x: 0, y: 0, width: strip.width, height: stripHeight }, planes);
  for (let row = 0; row < 3 * stripHeight; row += 1)
    out.set(planes.subarray(row * strip.width, (row + 1) * strip.width), offset + row * width);
}
