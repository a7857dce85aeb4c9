import { z } from 'zod';
import { expandKeys, expandWords } from './expand-words.ts';

/** A list of words; `~` is an optional period, `(a|b)` a choice of endings. */
export const words = z.array(z.string()).default([]).transform(expandWords);
/** Templates, see `compileTemplate`. */
export const templates = z.array(z.string()).default([]);
/** Lists of words, such as one for each month. */
export const lists = z.array(z.array(z.string()).transform(expandWords)).default([]);
/** Numbers by word; keys may have choices of endings. */
export const numbersByWord = z
  .record(z.string(), z.number())
  .default({})
  .transform(expandKeys<number>);
/** Texts by word; keys may have choices of endings. */
export const textsByWord = z
  .record(z.string(), z.string())
  .default({})
  .transform(expandKeys<string>);
