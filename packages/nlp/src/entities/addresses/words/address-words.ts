import { lexiconFiles } from '../../lexicon/lexicon-files.ts';
import { sharedWordsOf } from '../../lexicon/lexicons.ts';
import type { AddressWords } from '../../lexicon/schema/address-schema.ts';
import type { CueWords } from '../../lexicon/schema/cue-schema.ts';

/** Languages with address words. */
export const addressLanguages: readonly string[] = [...lexiconFiles.keys()];

/** Returns the address words of a language. */
export function addressWordsOf(language: string): AddressWords {
  return sharedWordsOf(language).addresses;
}

/** Returns the cue words of a language. */
export function cueWordsOf(language: string): CueWords {
  return sharedWordsOf(language).cues;
}

/** All address words of all languages of one kind. */
export function collectWords(select: (words: AddressWords) => readonly string[]): string[] {
  return [...new Set(addressLanguages.flatMap((language) => select(addressWordsOf(language))))];
}

/** All cue words of all languages of one kind. */
export function collectCues(select: (words: CueWords) => readonly string[]): string[] {
  return [...new Set(addressLanguages.flatMap((language) => select(cueWordsOf(language))))];
}
