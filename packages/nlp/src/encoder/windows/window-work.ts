import { NlpError } from '../../nlp-error.ts';

/** A run of the network on a window without subwords takes as long as this many subwords. */
const subwordsPerRun = 8;
/**
 * Limit of the work of one call, some 100 to 200 s of one core. A text of 1,000,000 characters in ordinary sentences
 * takes 300,000 to 700,000, the most in Korean; lines of four letters take 2,000,000.
 */
export const windowWorkMax = 800_000;

/** Limits the work of one call of the encoder, in subwords. Count all windows before the first one runs. */
export class WindowWork {
  #subwords = 0;

  /** @throws NlpError `too_complex` */
  add(subwords: number): void {
    this.#subwords += subwords + subwordsPerRun;
    if (this.#subwords > windowWorkMax)
      throw new NlpError(
        'too_complex',
        'the text has too many words, or too many different short sentences, for one request: send it in parts',
      );
  }
}
