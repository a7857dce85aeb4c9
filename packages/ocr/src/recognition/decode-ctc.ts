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

/** The output of a recognition network: three values for each time step of a line. */
export interface RecognitionOutput {
  /** The most likely class; dimensions: 1 × steps. */
  readonly classes: OutputTensor;
  /** Its probability. */
  readonly scores: OutputTensor;
  /** The probability of a space. */
  readonly spaces: OutputTensor;
}

/** Class of the blank in connectionist temporal classification. */
const blank = 0;

/**
 * Decodes the output of the network for one line greedily (CTC, Graves et al. 2006): the most likely class of each time
 * step, repetitions merged, blanks removed.
 *
 * @param texts text of each class; class 0 is the blank
 */
export function decodeCtc(
  { classes, scores, spaces }: RecognitionOutput,
  texts: readonly string[],
): ReadCharacter[] {
  const characters: ReadCharacter[] = [];
  let current: Mutable<ReadCharacter> | undefined;
  let before = blank;
  for (let step = 0; step < classes.data.length; step += 1) {
    const best = classes.data[step] ?? blank;
    const probability = scores.data[step] ?? 0;
    if (best !== blank && best === before && current !== undefined) {
      current.probability = Math.max(current.probability, probability);
      current.lastStep = step;
    } else if (best !== blank) {
      current = { text: texts[best] ?? '', probability, firstStep: step, lastStep: step, spaceAfter: 0 };
      characters.push(current);
    }
    if (current !== undefined) current.spaceAfter = Math.max(current.spaceAfter, spaces.data[step] ?? 0);
    before = best;
  }
  return characters;
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
