import { listDepthMax } from '../model/document-block.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { clampDepth } from './document-styles.ts';

/** One level of a list. */
interface NumberingLevel {
  /** Such as `bullet` or `decimal`. */
  format?: string;
  start?: number;
}

/** A numbering that paragraphs refer to. Several ones with one definition count on together. */
interface NumberingInstance {
  definitionId: string;
  /** Whether it counts for itself, since it sets another first number. */
  isSeparate: boolean;
  readonly overrides: readonly NumberingLevel[];
}

/** The numbering part of a document. */
interface NumberingPart {
  readonly definitions: ReadonlyMap<string, readonly NumberingLevel[]>;
  readonly instances: ReadonlyMap<string, NumberingInstance>;
}

/** Highest number of a list item in Markdown. */
const numberMax = 999_999_999;

/** Counts the items of the lists of a document (ECMA-376 part 1, 17.9). */
export class ListNumbering {
  readonly #part: NumberingPart;
  /** By list, the last number of each depth. */
  readonly #counters = new Map<string, number[]>();

  /** @param xml the numbering part; '' if there is none, so that all lists have bullets */
  constructor(xml: string) {
    this.#part = xml === '' ? { definitions: new Map(), instances: new Map() } : readNumberingPart(xml);
  }

  /** @returns the number of the next item, or undefined for a bullet */
  next(id: string, depth: number): number | undefined {
    const instance = this.#part.instances.get(id);
    if (!instance) return undefined;
    const defined = this.#part.definitions.get(instance.definitionId)?.[depth];
    const { format = 'none', start = 1 } = { ...defined, ...instance.overrides[depth] };
    if (format === 'bullet' || format === 'none') return undefined;
    return this.count(instance.isSeparate ? `instance ${id}` : instance.definitionId, depth, start);
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
}

function readNumberingPart(xml: string): NumberingPart {
  const definitions = new Map<string, readonly NumberingLevel[]>();
  const instances = new Map<string, NumberingInstance>();
  let levels: readonly NumberingLevel[] = [];
  let instance: NumberingInstance | undefined;
  let level: NumberingLevel | undefined;
  parseXml(xml, {
    openTag: (name, attributes) => {
      const value = attributes['val'] ?? '';
      if (name === 'abstractNum') {
        levels = createLevels();
        definitions.set(attributes['abstractNumId'] ?? '', levels);
      } else if (name === 'num') {
        levels = createLevels();
        instance = { definitionId: '', isSeparate: false, overrides: levels };
        instances.set(attributes['numId'] ?? '', instance);
      } else if (name === 'abstractNumId' && instance) instance.definitionId = value;
      else if (name === 'lvl' || name === 'lvlOverride')
        level = levels[clampDepth(Number(attributes['ilvl']))];
      else if (name === 'numFmt' && level) level.format = value;
      else if (name === 'start' && level) level.start = firstNumber(value);
      else if (name === 'startOverride' && level) {
        level.start = firstNumber(value);
        if (instance) instance.isSeparate = true;
      }
    },
  });
  return { definitions, instances };
}

function createLevels(): NumberingLevel[] {
  return Array.from({ length: listDepthMax + 1 }, () => ({}));
}

function firstNumber(value: string): number {
  const number = Math.trunc(Number(value));
  return number >= 0 && number <= numberMax ? number : 1;
}
