import type { Entity } from '../extract-entities.ts';
import type { EntityType } from '../rules/entity-types.ts';
import { markPhrases } from './mark-phrases.ts';
import { normalizeSpaces } from './normalize-spaces.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

/** A phrase that always is an entity. */
export interface DeniedPhrase {
  readonly text: string;
  /** Default: OTHER. */
  readonly type?: EntityType | undefined;
}

/** Which entities are kept, and which phrases always or never are entities. */
export interface SelectEntitiesOptions {
  /** Only entities of these types are kept; default: all types. */
  readonly types?: readonly EntityType[] | undefined;
  /** Entities of a lower confidence are left out, 0 to 1; default: 0. */
  readonly minConfidence?: number | undefined;
  /** Phrases that are not entities: an entity whose whole text is one of them is left out. */
  readonly allow?: readonly string[] | undefined;
  /** Phrases that always are entities, of type OTHER unless they have another, with confidence 1. */
  readonly deny?: readonly (string | DeniedPhrase)[] | undefined;
}

/**
 * Selects entities of a text. Phrases match by their exact spelling, at borders of words, and a space in them matches any
 * white space; in scripts that are written without spaces, such as Chinese, every character is a border. A denied phrase
 * replaces entities that it overlaps, whose other parts remain entities of their type; of denied phrases that overlap, the
 * first one is found, the longest one at its place.
 *
 * @param entities in text order, without overlaps; so is the result
 */
export function selectEntities(
  text: string,
  entities: readonly Entity[],
  { types, minConfidence = 0, allow = [], deny = [] }: SelectEntitiesOptions,
): Entity[] {
  const denied = new PhraseMatcher(
    deny.map((item): [string, EntityType] =>
      typeof item === 'string' ? [item, 'OTHER'] : [item.text, item.type ?? 'OTHER'],
    ),
  );
  const allowed = new Set(allow.map(normalizeSpaces));
  const isAllowed = (entity: Entity): boolean => allowed.has(normalizeSpaces(entity.text));
  const isSelected = ({ type, confidence }: Entity): boolean =>
    confidence >= minConfidence && (types === undefined || types.includes(type));
  const phrases = denied.findAll(text);
  const marked = phrases.length === 0 ? entities : markPhrases(text, entities, phrases);
  return marked.filter((entity) => isSelected(entity) && (allowed.size === 0 || !isAllowed(entity)));
}
