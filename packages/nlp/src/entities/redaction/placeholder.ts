import type { EntityType } from '../rules/entity-types.ts';

/** Something that looks like a placeholder: `[PERSON_1]`, or `[PERSON_1.2]` for another spelling of the same entity. */
export const placeholderPattern = /\[([A-Z_]{1,40}_\d{1,9})(?:\.\d{1,9})?\]/g;

/** Numbers entities by type. Numbers that a text already has in its brackets are left out. */
export class EntityNumbers {
  /** Names in the text, such as `PERSON_1`. */
  readonly #taken = new Set<string>();
  readonly #last = new Map<EntityType, number>();

  constructor(text: string) {
    for (const [, name = ''] of text.matchAll(placeholderPattern)) this.#taken.add(name);
  }

  /** Returns the next name of a type, such as `PERSON_2`. */
  next(type: EntityType): string {
    let number = this.#last.get(type) ?? 0;
    do number += 1;
    while (this.#taken.has(`${type}_${number}`));
    this.#last.set(type, number);
    return `${type}_${number}`;
  }
}
