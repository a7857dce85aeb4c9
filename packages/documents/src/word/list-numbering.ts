import { formatLabel, formatNumber } from '../office/number-format.ts';
import { checkedBullet } from '../office/symbol-fonts.ts';
import { clampDepth } from './document-styles.ts';
import type { NumberingLevel, NumberingPart } from './numbering-part.ts';

/** A numbered paragraph, or one with a bullet. */
export interface ListLabel {
  /** Undefined for a bullet. */
  readonly number: number | undefined;
  /** As displayed, such as `(a)` or `2.1`; `-` for a bullet, '' for a paragraph without any. */
  readonly label: string;
}

/** Highest number of a list item in Markdown. */
const numberMax = 999_999_999;

/** Counts the items of the lists of a document (ECMA-376 part 1, 17.9). */
export class ListNumbering {
  readonly #part: NumberingPart;
  /** By list, the last number of each depth. */
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #styleNumbering: (styleId: string) => string | undefined;

  /**
   * @param part without instances if the document has none, so that all lists have bullets
   * @param styleNumbering returns the id of the numbering of a style for lists
   */
  constructor(part: NumberingPart, styleNumbering: (styleId: string) => string | undefined) {
    this.#part = part;
    this.#styleNumbering = styleNumbering;
  }

  /** @returns the depth at which a list uses the style for its items; undefined if it does not */
  depthOf(id: string, styleId: string): number | undefined {
    const depth = this.#levelsOf(id).findIndex((level) => level.style === styleId && styleId !== '');
    return depth < 0 ? undefined : depth;
  }

  /** Counts an item of a list. */
  next(id: string, depth: number): ListLabel {
    const instance = this.#part.instances.get(id);
    if (!instance) return { number: undefined, label: '-' };
    const levels = this.#levelsOf(id);
    const level = levels[depth] ?? {};
    if (level.format === undefined || level.format === 'bullet')
      return { number: undefined, label: bulletOf(level.text) };
    if (level.format === 'none') return { number: undefined, label: formatLabel(level.text ?? '', []) };
    const list = instance.isSeparate ? `instance ${id}` : instance.definitionId;
    const number = this.count(list, depth, level.start);
    const counters = this.#counters.get(list) ?? [];
    const numbers = levels.map(({ format = 'decimal', start = 1 }, index) =>
      formatNumber(counters[index] ?? start, level.isDecimal ? 'decimal' : format),
    );
    return { number, label: formatLabel(level.text ?? `%${depth + 1}.`, numbers) };
  }

  /** Counts an item of a list, which ends the lists inside the items before it. @param list identifies the list */
  count(list: string, depth: number, start = 1): number {
    const counters = this.#counters.get(list) ?? [];
    this.#counters.set(list, counters);
    counters.length = Math.min(counters.length, depth + 1);
    const number = Math.min((counters[depth] ?? start - 1) + 1, numberMax);
    counters[depth] = number;
    return number;
  }

  #levelsOf(id: string): NumberingLevel[] {
    const { definitions, instances } = this.#part;
    const instance = instances.get(id);
    let definition = definitions.get(instance?.definitionId ?? '');
    if (definition?.styleLink !== undefined) {
      const linked = instances.get(this.#styleNumbering(definition.styleLink) ?? '');
      definition = definitions.get(linked?.definitionId ?? '') ?? definition;
    }
    const overrides = instance?.overrides ?? [];
    const levels = definition?.levels ?? [];
    return Array.from({ length: clampDepth(Number.POSITIVE_INFINITY) + 1 }, (_, depth) => ({
      ...levels[depth],
      ...overrides[depth],
    }));
  }
}

/** @returns the bullet, which matters only if it is a checkbox; '' for an invisible one */
function bulletOf(text = '-'): string {
  if (text.trim() === '') return '';
  return checkedBullet(text) === undefined ? '-' : text;
}
