import { readFile } from 'node:fs/promises';
import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { RgbImage } from '../image/rgb-image.ts';
import { PlaneBuffer } from '../inference/image-tensor.ts';
import { OnnxSession } from '../inference/onnx-session.ts';
import { decodeCtc, type ReadCharacter } from './decode-ctc.ts';
import { stripHeight } from './line-strip.ts';

const outputs = ['classes', 'scores', 'spaces'] as const;

/** A network that reads lines, with the text of its classes. */
export class RecognitionModel {
  readonly #network: OnnxSession;
  readonly #classes: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #buffer = new PlaneBuffer();

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

  /** Reads strips, each by itself: in a batch, the numeric ranges of a quantized network depend on the other strips. */
  async read(strips: readonly RgbImage[], guard: NativeCallGuard): Promise<ReadCharacter[][]> {
    const read: ReadCharacter[][] = [];
    for (const strip of strips) {
      const data = this.#buffer.planesOf(strip, { x: 0, y: 0, width: strip.width, height: stripHeight });
      const input = { data, dimensions: [1, 3, stripHeight, strip.width] };
      read.push(decodeCtc(await this.#network.run(input, outputs, guard), this.#classes));
    }
    return read;
  }
}
