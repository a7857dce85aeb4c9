import type { Fact } from './facts/fact.ts';
import type { FoundName } from './names/find-names.ts';
import { isContentTerm, isSameStem, readWords } from './words/terms.ts';

/** A sentence with its numbers, dates and names. */
export interface AnalyzedSentence {
  readonly text: string;
  readonly facts: readonly Fact[];
  readonly names: readonly FoundName[];
}

/** A name or number in a sentence, with what it has in common with other mentions of it. */
export interface Anchor {
  readonly key: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
}

/** The words next to a name or number. */
interface Tie {
  readonly text: string;
  /** Content terms around it up to the next name or number, nearest first. */
  readonly terms: readonly string[];
}

/** How words are tied to a name or number. */
interface TieOptions {
  /** Content words on each side at most; default 2. */
  readonly countMax?: number;
  /** Whether all members of a list have the words around it; default true. */
  readonly joinsLists?: boolean;
}

/** Content words on each side of a name or number that tie it to a statement. */
const neighborsMax = 2;
/** The same for what another name is known for. */
const wideNeighborsMax = 4;

/** Returns the numbers of a sentence that are not part of a date or a range. */
export function numberAnchors({ text, facts }: AnalyzedSentence): Anchor[] {
  return facts.flatMap((fact) => {
    const startIndex = text.indexOf(fact.text);
    const isRange = facts.some((other) => other !== fact && other.text === fact.text);
    if (fact.kind !== 'number' || startIndex < 0 || isRange) return [];
    return [
      { key: String(fact.value), text: fact.text, startIndex, endIndex: startIndex + fact.text.length },
    ];
  });
}

/** Returns the names of a sentence, joined if they are adjacent; those that end with the same word are one. */
export function nameAnchors({ text, names }: AnalyzedSentence): Anchor[] {
  const merged: { startIndex: number; endIndex: number }[] = [];
  for (const name of [...names].sort((left, right) => left.startIndex - right.startIndex)) {
    const last = merged.at(-1);
    const endIndex = name.startIndex + name.text.length;
    if (last !== undefined && /^\s?$/u.test(text.slice(last.endIndex, name.startIndex))) {
      last.endIndex = Math.max(last.endIndex, endIndex);
    } else merged.push({ startIndex: name.startIndex, endIndex });
  }
  return merged.flatMap((range) => {
    const name = text.slice(range.startIndex, range.endIndex);
    const key = readWords(name).at(-1)?.term;
    return key === undefined ? [] : [{ key, text: name, ...range }];
  });
}

/**
 * Finds a number of a summary sentence that has the place of another one: the words next to it are, in the sentences that
 * support it, next to another number only ("12 killed and 30 injured" and "30 killed").
 *
 * @param sources supporting sentences in the same language
 * @returns the number
 */
export function findSwappedNumber(
  sentence: AnalyzedSentence,
  sources: readonly AnalyzedSentence[],
): string | undefined {
  const own = tiesOf(sentence.text, numberAnchors(sentence));
  const tied = collectTies(sources, numberAnchors);
  for (const [key, { text, terms }] of own) {
    if (!isTied(tied, key, terms) && isTakenOver(key, terms[0], own, tied)) return text;
  }
  return undefined;
}

/**
 * Finds two names of a summary sentence that have changed places: the words next to each of them are, in the supporting
 * sentences, next to the other one only. One name next to unknown words proves nothing, since long sentences join what the
 * text says in several.
 *
 * @param sources supporting sentences in the same language
 * @returns the first of the names
 */
export function findExchangedNames(
  sentence: AnalyzedSentence,
  sources: readonly AnalyzedSentence[],
): string | undefined {
  const own = tiesOf(sentence.text, nameAnchors(sentence));
  const tied = collectTies(sources, nameAnchors);
  const untied = [...own].filter(([key, { terms }]) => !isTied(tied, key, terms));
  for (const [key, { text, terms }] of untied) {
    const isExchanged = untied.some(
      ([other, { terms: otherTerms }]) =>
        other !== key && sharesTerm(terms, tied.get(other)) && sharesTerm(otherTerms, tied.get(key)),
    );
    if (isExchanged) return text;
  }
  return undefined;
}

function isTied(
  tied: ReadonlyMap<string, readonly string[]>,
  key: string,
  terms: readonly string[],
): boolean {
  const known = tied.get(key);
  return known === undefined || sharesTerm(terms, known);
}

function sharesTerm(terms: readonly string[], known: readonly string[] = []): boolean {
  return terms.some((term) => hasStem(known, term));
}

/** Words that are next to a name but nowhere near it in the text, from which another name has its place. */
const strangeTermsMin = 2;

/** Names in one sentence up to which words can be assigned to them. */
const assignableNamesMax = 3;

/**
 * Finds a name that a summary sentence puts in the place of another one: the words next to it are, in the supporting
 * sentences, next to another name that the summary sentence lacks, and not in any sentence about the name.
 *
 * @param sources supporting sentences in the same language
 * @param termsAbout returns the terms of all sentences of the text that are about a name
 * @returns the name
 */
export function findReplacedName(
  sentence: AnalyzedSentence,
  sources: readonly AnalyzedSentence[],
  termsAbout: (key: string) => readonly string[],
): string | undefined {
  const own = tiesOf(sentence.text, nameAnchors(sentence), { joinsLists: false });
  if (own.size > assignableNamesMax) return undefined;
  const tied = collectTies(sources, nameAnchors);
  const mentioned = new Set(readWords(sentence.text).map(({ term }) => term));
  const rivals = [...collectTies(sources, nameAnchors, { countMax: wideNeighborsMax })].filter(
    ([other]) => !mentioned.has(other),
  );
  for (const [key, { text, terms }] of own) {
    // An acronym may have another form in the text.
    if (/^\p{Lu}{2,5}$/u.test(text)) continue;
    const words = readWords(text).map(({ term }) => term);
    const known = new Set(words.filter(isContentTerm).flatMap((word) => termsAbout(word)));
    // The name has another ending in the text.
    if (known.size === 0 || termsAbout(key).length === 0) continue;
    const isKnown = (term: string): boolean => known.has(term) || hasStem([...known], term);
    const unknown = terms.filter((term) => !isKnown(term));
    const isReplaced = rivals.some(([, otherTerms]) => {
      const strange = unknown.filter((term) => hasStem(otherTerms, term));
      return strange.length >= strangeTermsMin && strange.length > terms.length - unknown.length;
    });
    if (isReplaced && unknown.some((term) => isTakenOver(key, term, own, tied))) return text;
  }
  return undefined;
}

function collectTies(
  sources: readonly AnalyzedSentence[],
  anchorsOf: (sentence: AnalyzedSentence) => readonly Anchor[],
  options: TieOptions = {},
): Map<string, readonly string[]> {
  const tied = new Map<string, readonly string[]>();
  for (const source of sources) {
    for (const [key, { terms }] of tiesOf(source.text, anchorsOf(source), options)) {
      tied.set(key, [...(tied.get(key) ?? []), ...terms]);
    }
  }
  return tied;
}

/** Whether a term belongs to another anchor, which has lost its own place or is not mentioned. */
function isTakenOver(
  key: string,
  nearest: string | undefined,
  own: ReadonlyMap<string, Tie>,
  tied: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (nearest === undefined) return false;
  return [...tied].some(([other, terms]) => {
    if (other === key || !hasStem(terms, nearest)) return false;
    return own.get(other)?.terms.some((term) => hasStem(terms, term)) !== true;
  });
}

function hasStem(terms: readonly string[], term: string): boolean {
  return terms.some((other) => isSameStem(other, term));
}

/** Text between the members of a list: "29 and 30". */
const listSeparator =
  /^\s*(?:[,/&–-]|,?\s*(?<![\p{L}])(?:and|or|und|oder|et|ou|e|o|y|u|en|of|og|och|ja|i|oraz|a|și|ve|és|и|та|й|και)(?![\p{L}]))\s*$/u;

/** The anchors of a list have the words around it in common. */
function isInList(sentence: string, left: Anchor, right: Anchor): boolean {
  const [first, second] = left.startIndex < right.startIndex ? [left, right] : [right, left];
  return listSeparator.test(sentence.slice(first.endIndex, second.startIndex));
}

/** For each anchor of a sentence, the content words around it up to the next anchor. */
function tiesOf(
  sentence: string,
  anchors: readonly Anchor[],
  { countMax = neighborsMax, joinsLists = true }: TieOptions = {},
): Map<string, Tie> {
  const words = readWords(sentence).map(({ startIndex, text, term }) => ({
    term,
    anchor: anchors.find((each) => startIndex < each.endIndex && startIndex + text.length > each.startIndex),
  }));
  const ties = new Map<string, Tie>();
  for (const anchor of anchors) {
    const first = words.findIndex((word) => word.anchor === anchor);
    const last = words.findLastIndex((word) => word.anchor === anchor);
    const read = (step: 1 | -1, start: number): string[] => {
      const found: string[] = [];
      let last = anchor;
      for (let at = start + step; found.length < countMax; at += step) {
        const word = words[at];
        if (word === undefined) break;
        if (word.anchor === undefined) {
          if (isContentTerm(word.term)) found.push(word.term);
        } else if (word.anchor === last) continue;
        else if (joinsLists && isInList(sentence, last, word.anchor)) last = word.anchor;
        else break;
      }
      return found;
    };
    const [after, before] = [read(1, last), read(-1, first)];
    const terms = [...after.slice(0, 1), ...before.slice(0, 1), ...after.slice(1), ...before.slice(1)];
    const known = ties.get(anchor.key)?.terms ?? [];
    ties.set(anchor.key, { text: anchor.text, terms: [...known, ...terms] });
  }
  return ties;
}
