import { memoize } from '@quern/runtime/caching/memoize';
import type { CueWords } from '../../lexicon/schema/cue-schema.ts';
import { collectCues } from './address-words.ts';
import { CueIndex } from './cue-index.ts';

/** The kind of number or address that a cue word announces. */
export type CueKind = Exclude<keyof CueWords, 'number' | 'ageAfter' | 'years' | 'ageVerbs' | 'notAge'>;

/** All kinds of cues. When lists share a word, the kind that comes first here is reported first. */
export const cueKinds: readonly CueKind[] = [
  'nationalId',
  'taxId',
  'passport',
  'driverLicense',
  'licensePlate',
  'card',
  'bankAccount',
  'postalCode',
  'phone',
  'ageBefore',
  'address',
  'reference',
];

/** All cue words of all languages with their kinds. */
export function* cueEntries(): Generator<readonly [string, CueKind]> {
  for (const kind of cueKinds) for (const cue of collectCues((words) => words[kind])) yield [cue, kind];
}

const index = memoize((_: 'all') => new CueIndex<CueKind>(cueEntries()));

/** The nearest cue word in front of a candidate. */
export interface Cue {
  /** Most specific first. */
  readonly kinds: readonly CueKind[];
  /** Whether only words such as "no." and "is", colons and spaces separate it from the candidate. */
  readonly isAdjacent: boolean;
}

/**
 * Finds the nearest cue word in front of a candidate, in any of the languages, in the same sentence.
 *
 * @param text folded text
 * @param startIndex offset of the candidate
 */
export function findCue(text: string, startIndex: number): Cue | undefined {
  const found = index('all').find(text, startIndex);
  return found && { kinds: found.values, isAdjacent: found.isAdjacent };
}
