import type { Span } from '@quern/text/span';
import type { EntityType } from '../rules/entity-types.ts';
import { normalizeSpaces } from '../selection/normalize-spaces.ts';
import { identifyPersons } from './identify-persons.ts';

/** An entity as it is written in a text. */
export interface RedactableEntity extends Span {
  readonly type: EntityType;
  readonly value?: string | undefined;
}

/**
 * Returns a key for each entity, which is the same for the same entity: of one type, with an equal value or, without one, an
 * equal text in any case. A shorter name of a person ("Lovelace") is that of the longer one ("Ada Lovelace") if there is
 * only one.
 *
 * @returns one key per entity, in their order
 */
export function identifyEntities(entities: readonly RedactableEntity[]): string[] {
  const persons = identifyPersons(entities.filter(({ type }) => type === 'PERSON').map(({ text }) => text));
  return entities.map(({ type, value, text }) => {
    if (type === 'PERSON') return `PERSON ${persons.get(text) ?? text}`;
    return value === undefined ? `${type} ${normalizeSpaces(text).toLowerCase()}` : `${type}=${value}`;
  });
}
