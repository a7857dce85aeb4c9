import { codePointStart } from '@quern/text/surrogates';
import type { Entity } from '../extract-entities.ts';
import type { EntityType } from '../rules/entity-types.ts';
import type { PhraseMatch } from './phrase-matcher.ts';

const wordCharacter = /[\p{L}\p{M}\p{N}]/u;

/**
 * Makes found phrases entities. An entity that overlaps one keeps its type for its parts before and after the phrase, without
 * its value, so that no part of a name or an address is lost.
 *
 * @param entities in text order, without overlaps; so is the result
 * @param phrases in text order, without overlaps
 */
export function markPhrases(
  text: string,
  entities: readonly Entity[],
  phrases: readonly PhraseMatch<EntityType>[],
): Entity[] {
  const result: Entity[] = phrases.map(({ startIndex, endIndex, value: type }) => ({
    startIndex,
    endIndex,
    type,
    confidence: 1,
    text: text.slice(startIndex, endIndex),
  }));
  let first = 0;
  const endOf = (index: number): number => phrases[index]?.endIndex ?? Number.POSITIVE_INFINITY;
  for (const entity of entities) {
    while (endOf(first) <= entity.startIndex) first += 1;
    let start = entity.startIndex;
    let index = first;
    for (let phrase = phrases[index]; phrase !== undefined && phrase.startIndex < entity.endIndex; ) {
      result.push(...partOf(text, entity, start, phrase.startIndex));
      start = phrase.endIndex;
      index += 1;
      phrase = phrases[index];
    }
    if (index === first) result.push(entity);
    else result.push(...partOf(text, entity, start, entity.endIndex));
  }
  return result.sort((left, right) => left.startIndex - right.startIndex);
}

/** The words of an entity between two offsets: one entity, or none if there are no words. */
function partOf(text: string, { type, confidence }: Entity, from: number, to: number): Entity[] {
  let startIndex = from;
  let endIndex = to;
  while (startIndex < endIndex && !isWordCharacter(text, startIndex)) startIndex += 1;
  while (startIndex < endIndex && !isWordCharacter(text, endIndex - 1)) endIndex -= 1;
  if (startIndex >= endIndex) return [];
  return [{ startIndex, endIndex, type, confidence, text: text.slice(startIndex, endIndex) }];
}

function isWordCharacter(text: string, at: number): boolean {
  return wordCharacter.test(String.fromCodePoint(text.codePointAt(codePointStart(text, at)) ?? 0));
}
