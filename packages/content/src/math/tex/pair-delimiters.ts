import type { TexDelimiters } from './tex-delimiter.ts';

/** A delimiter in a text. */
export interface DelimiterToken {
  readonly start: number;
  readonly end: number;
  /** Index of its pair in the list; -1 for the begin or the end of an environment. */
  readonly pair: number;
}

/** The delimiters of a text, with the index of the closing one for each index of an opening one. */
export interface PairedDelimiters {
  readonly tokens: readonly DelimiterToken[];
  readonly partners: ReadonlyMap<number, number>;
}

/** Environments of formulas (https://docs.mathjax.org/en/latest/input/tex/macros/). */
const environment =
  /\\(begin|end)\{((?:equation|align(?:ed|at|edat)?|gather(?:ed)?|multline|flalign|eqnarray|displaymath|math|split|cases|[bBpvV]?(?:small)?matrix|array|subequations|CD)\*?)\}/
    .source;

/** Braces nested deeper than this are not counted. */
const depthMax = 30;

/**
 * Finds delimiters and pairs them: those with two equal sides with the next one at the same depth of braces, others and
 * environments as they nest. Linear in the length of the text.
 */
export function pairDelimiters(text: string, delimiters: TexDelimiters): PairedDelimiters {
  const pairing = new Pairing(delimiters);
  for (const { index, 0: found, 1: side, 2: name } of text.matchAll(patternOf(delimiters))) {
    if (found === '{') pairing.openBrace();
    else if (found === '}') pairing.closeBrace();
    else if (name !== undefined) pairing.addEnvironment(index, found, name, side === 'begin');
    else pairing.addDelimiter(index, found);
  }
  return pairing;
}

class Pairing implements PairedDelimiters {
  readonly tokens: DelimiterToken[] = [];
  readonly partners = new Map<number, number>();
  readonly #pairs: TexDelimiters['pairs'];
  /** For each pair with equal sides the last token at each depth of braces. */
  readonly #last = new Map<number, Map<number, number>>();
  /** Open tokens of the other pairs and of environments, by pair or name. */
  readonly #open = new Map<number | string, number[]>();
  #depth = 0;

  constructor({ pairs }: TexDelimiters) {
    this.#pairs = pairs;
  }

  openBrace(): void {
    this.#depth++;
  }

  closeBrace(): void {
    for (const byDepth of this.#last.values()) byDepth.delete(this.#depth);
    this.#depth = Math.max(0, this.#depth - 1);
  }

  addEnvironment(start: number, found: string, name: string, isBegin: boolean): void {
    this.#nest(this.#add(start, found, -1), name, isBegin);
  }

  addDelimiter(start: number, found: string): void {
    const pair = this.#pairs.findIndex(({ left, right }) => left === found || right === found);
    const delimiter = this.#pairs[pair];
    // Escaped characters and runs of dollar signs.
    if (!delimiter) return;
    const token = this.#add(start, found, pair);
    if (delimiter.left !== delimiter.right) {
      this.#nest(token, pair, found === delimiter.left);
      return;
    }
    if (this.#depth > depthMax) return;
    const byDepth = this.#last.get(pair) ?? new Map<number, number>();
    const previous = byDepth.get(this.#depth);
    if (previous !== undefined) this.partners.set(previous, token);
    this.#last.set(pair, byDepth.set(this.#depth, token));
  }

  #add(start: number, found: string, pair: number): number {
    return this.tokens.push({ start, end: start + found.length, pair }) - 1;
  }

  #nest(token: number, key: number | string, isOpening: boolean): void {
    const open = this.#open.get(key) ?? [];
    this.#open.set(key, open);
    if (isOpening) open.push(token);
    const begun = isOpening ? undefined : open.pop();
    if (begun !== undefined) this.partners.set(begun, token);
  }
}

/** Matches delimiters, braces and escaped characters. */
function patternOf({ pairs, hasEnvironments }: TexDelimiters): RegExp {
  const sides = pairs.flatMap(({ left, right }) => [left, right]).sort((a, b) => b.length - a.length);
  const parts = [
    ...(hasEnvironments ? [environment] : ['(?!)()()']),
    '\\$\\$\\$+',
    ...new Set(sides.map((side) => side.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))),
    '\\\\[^]',
    '[{}]',
  ];
  return new RegExp(parts.join('|'), 'g');
}
