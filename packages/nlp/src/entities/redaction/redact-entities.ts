import { identifyEntities, type RedactableEntity } from './identify-entities.ts';
import { EntityNumbers } from './placeholder.ts';

/** How entities are replaced: by their type, by asterisks, or by a name that is the same for the same entity. */
export const redactionModes = ['type', 'mask', 'pseudonym'] as const;

/** One of the modes. */
export type RedactionMode = (typeof redactionModes)[number];

/** A text without its entities. */
export interface RedactedText {
  readonly redacted: string;
  /** The text that each placeholder replaces, for `restoreText`; only of pseudonyms. */
  readonly mapping?: Readonly<Record<string, string>>;
}

/**
 * Replaces entities of a text.
 *
 * - `type`: by their type, `[PERSON]`;
 * - `mask`: by as many `*` as they have UTF-16 code units, so that all offsets stay valid;
 * - `pseudonym`: by their type and a number, `[PERSON_1]`, the same throughout the text for the same entity. If it is written
 *   differently somewhere ("Ada Lovelace", "LOVELACE"), each further spelling has its own placeholder with that number,
 *   `[PERSON_1.2]`, so that `restoreText` restores the text exactly. Placeholders that the text already contains are not used.
 *
 * Linear time.
 *
 * @param entities without overlaps, in any order
 * @throws RangeError if entities overlap
 */
export function redactEntities(
  text: string,
  entities: readonly RedactableEntity[],
  mode: RedactionMode,
): RedactedText {
  const sorted = entities.toSorted((left, right) => left.startIndex - right.startIndex);
  if (mode === 'type') return { redacted: replace(text, sorted, ({ type }) => `[${type}]`) };
  if (mode === 'mask')
    return {
      redacted: replace(text, sorted, ({ startIndex, endIndex }) => '*'.repeat(endIndex - startIndex)),
    };
  const pseudonyms = createPseudonyms(text, sorted);
  const mapping = new Map<string, string>();
  const redacted = replace(text, sorted, ({ startIndex, endIndex }, index) => {
    const pseudonym = pseudonyms[index] ?? '';
    mapping.set(pseudonym, text.slice(startIndex, endIndex));
    return pseudonym;
  });
  return { redacted, mapping: Object.fromEntries(mapping) };
}

/** An entity that was identified, with its placeholders by spelling. */
interface NumberedEntity {
  readonly name: string;
  readonly placeholders: Map<string, string>;
}

/** Returns the placeholder of each entity. */
function createPseudonyms(text: string, entities: readonly RedactableEntity[]): string[] {
  const numbers = new EntityNumbers(text);
  const numbered = new Map<string, NumberedEntity>();
  const keys = identifyEntities(entities);
  return entities.map(({ type, startIndex, endIndex }, index) => {
    const key = keys[index] ?? '';
    const entity = numbered.get(key) ?? { name: numbers.next(type), placeholders: new Map() };
    numbered.set(key, entity);
    const { name, placeholders } = entity;
    const written = text.slice(startIndex, endIndex);
    const spelling = placeholders.size === 0 ? '' : `.${placeholders.size + 1}`;
    const placeholder = placeholders.get(written) ?? `[${name}${spelling}]`;
    placeholders.set(written, placeholder);
    return placeholder;
  });
}

function replace(
  text: string,
  entities: readonly RedactableEntity[],
  replacementOf: (entity: RedactableEntity, index: number) => string,
): string {
  const parts: string[] = [];
  let end = 0;
  for (const [index, entity] of entities.entries()) {
    if (entity.startIndex < end) throw new RangeError(`entities overlap at ${entity.startIndex}`);
    parts.push(text.slice(end, entity.startIndex), replacementOf(entity, index));
    end = entity.endIndex;
  }
  parts.push(text.slice(end));
  return parts.join('');
}
