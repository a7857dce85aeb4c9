import type { TextRange } from '@quern/text/span';
import { normalizeSpaces, spaceText } from './normalize-spaces.ts';
import { isWordBorder } from './word-border.ts';

/** Where a phrase was found, and its value. */
export interface PhraseMatch<Value> extends TextRange {
  readonly value: Value;
}

/** A state of the automaton: the end of a text that is the start of a phrase, both read from right to left. */
interface State<Value> {
  readonly next: Map<number, State<Value>>;
  /** The phrase that ends here. */
  phrase?: { readonly length: number; readonly value: Value };
  /** The state of the longest proper suffix. */
  fallback?: State<Value>;
  /** The nearest state by fallbacks at which a phrase ends. */
  shorter?: State<Value> | undefined;
}

/**
 * Finds phrases in texts by their exact spelling, at borders of words. A space in a phrase matches any white space.
 *
 * It is the automaton of Aho and Corasick (1975), which reads a text from its end, so that it knows at each start of a
 * phrase all phrases that begin there.
 */
export class PhraseMatcher<Value> {
  readonly #root: State<Value> = { next: new Map() };

  /** @param phrases with their values; blank phrases are never found, and the last value of a phrase counts */
  constructor(phrases: Iterable<readonly [phrase: string, value: Value]>) {
    for (const [phrase, value] of phrases) this.#add(normalizeSpaces(phrase), value);
    this.#link();
  }

  #add(phrase: string, value: Value): void {
    if (phrase === '') return;
    let state = this.#root;
    for (let at = phrase.length - 1; at >= 0; at -= 1) {
      const unit = phrase.charCodeAt(at);
      const child = state.next.get(unit) ?? { next: new Map() };
      state.next.set(unit, child);
      state = child;
    }
    state.phrase = { length: phrase.length, value };
  }

  /** Computes the fallbacks, those of short states first. */
  #link(): void {
    const queue = [this.#root];
    for (const state of queue) {
      for (const [unit, child] of state.next) {
        const fallback = state === this.#root ? this.#root : this.#step(state.fallback ?? this.#root, unit);
        child.fallback = fallback;
        child.shorter = fallback.phrase === undefined ? fallback.shorter : fallback;
        queue.push(child);
      }
    }
  }

  #step(from: State<Value>, unit: number): State<Value> {
    for (let state: State<Value> | undefined = from; state !== undefined; state = state.fallback) {
      const next = state.next.get(unit);
      if (next !== undefined) return next;
    }
    return this.#root;
  }

  /** Finds phrases from left to right, the longest at each start, without overlaps. Linear time. */
  findAll(source: string): PhraseMatch<Value>[] {
    if (this.#root.next.size === 0) return [];
    const { text, offsetOf } = spaceText(source);
    const found: PhraseMatch<Value>[] = [];
    let end = 0;
    for (const { startIndex, endIndex, value } of this.#longestFromEnd(text).reverse()) {
      if (startIndex < end) continue;
      end = endIndex;
      found.push({ startIndex: offsetOf(startIndex), endIndex: offsetOf(endIndex), value });
    }
    return found;
  }

  /** The longest phrase at each start, from right to left. */
  #longestFromEnd(text: string): PhraseMatch<Value>[] {
    const found: PhraseMatch<Value>[] = [];
    let state = this.#root;
    for (let at = text.length - 1; at >= 0; at -= 1) {
      state = this.#step(state, text.charCodeAt(at));
      let candidate = state.phrase === undefined ? state.shorter : state;
      if (candidate === undefined || !isWordBorder(text, at)) continue;
      for (; candidate?.phrase !== undefined; candidate = candidate.shorter) {
        const { length, value } = candidate.phrase;
        if (!isWordBorder(text, at + length)) continue;
        found.push({ startIndex: at, endIndex: at + length, value });
        break;
      }
    }
    return found;
  }
}
