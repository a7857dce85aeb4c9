import type { OutputTensor } from '../inference/onnx-session.ts';

/** A character of a line as the network read it. */
export interface ReadCharacter {
  /** One class of the network: mostly one character, in some scripts several that stand on top of each other. */
  readonly text: string;
  /** Probability, from 0 to 1. */
  readonly probability: number;
  /** First and last time step that show it. */
  readonly firstStep: number;
  readonly lastStep: number;
  /** Highest probability of a space in the steps after it, up to the next character. */
  readonly spaceAfter: number;
}

/** The output of a recognition network: three values for each time step of each line of a batch. */
export interface RecognitionOutput {
  /** The most likely class; dimensions: batch × steps. */
  readonly classes: OutputTensor;
  /** Its probability. */
  readonly scores: OutputTensor;
  /** The probability of a space. */
  readonly spaces: OutputTensor;
}

/** Class of the blank in connectionist temporal classification. */
const blank = 0;

/**
 * Decodes the output of the network greedily (CTC, Graves et al. 2006): the most likely class of each time step,
 * repetitions merged, blanks removed.
 *
 * @param texts text of each class; class 0 is the blank
 * @returns the characters of each line of the batch
 */
export function decodeCtc(output: RecognitionOutput, texts: readonly string[]): ReadCharacter[][] {
  const [lines = 0, steps = 0] = output.classes.dimensions;
  return Array.from({ length: lines }, (_, line) => decodeLine(output, line * steps, steps, texts));
}

function decodeLine(
  { classes, scores, spaces }: RecognitionOutput,
  offset: number,
  steps: number,
  texts: readonly string[],
): ReadCharacter[] {
  const characters: ReadCharacter[] = [];
  let current: Mutable<ReadCharacter> | undefined;
  let before = blank;
  for (let step = 0; step < steps; step += 1) {
    const best = classes.data[offset + step] ?? blank;
    const probability = scores.data[offset + step] ?? 0;
    if (best !== blank && best === before && current !== undefined) {
      current.probability = Math.max(current.probability, probability);
      current.lastStep = step;
    } else if (best !== blank) {
      current = { text: texts[best] ?? '', probability, firstStep: step, lastStep: step, spaceAfter: 0 };
      characters.push(current);
    }
    if (current !== undefined)
      current.spaceAfter = Math.max(current.spaceAfter, spaces.data[offset + step] ?? 0);
    before = best;
  }
  return characters;
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
