import { z } from 'zod';

const controlCharacter = /\p{Cc}/u;

/**
 * A text of a bounded length without control characters, which break logs, and some of which databases reject.
 *
 * @param base may change the text before, as by `trim`
 */
export const printableText = (lengthMin: number, lengthMax: number, base = z.string()): z.ZodString =>
  base
    .min(lengthMin)
    .max(lengthMax)
    .refine((text) => !controlCharacter.test(text), 'must not contain control characters');
