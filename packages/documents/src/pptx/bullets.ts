import { formatNumber } from '../office/number-format.ts';
import { childOf, childrenOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** The bullet of a paragraph, or the scheme of its number. */
export interface Bullet {
  /** As in ECMA-376 part 1, 20.1.10.61, such as `alphaLcParenR`; undefined for a bullet. */
  readonly scheme: string | undefined;
  readonly start: number;
}

/** @returns undefined for a paragraph without bullet @param level from 0 */
export function bulletOf(
  properties: XmlElement | undefined,
  styles: readonly XmlElement[],
  level: number,
): Bullet | undefined {
  const inherited = styles.map((style) => childOf(style, `lvl${level + 1}pPr`));
  for (const source of [properties, ...inherited]) {
    for (const child of childrenOf(source)) {
      if (child.name === 'buNone') return undefined;
      if (child.name === 'buChar' || child.name === 'buBlip') return { scheme: undefined, start: 1 };
      if (child.name === 'buAutoNum') {
        const start = Math.trunc(Number(child.attributes['startAt'] ?? 1));
        return { scheme: child.attributes['type'] ?? 'arabicPeriod', start: start >= 0 ? start : 1 };
      }
    }
  }
  return undefined;
}

const numberMax = 999_999_999;

/** Counts the numbered paragraphs of a text body. */
export class BulletCounters {
  #numbers: (number | undefined)[] = [];

  /** Another paragraph ends the lists. */
  reset(): void {
    this.#numbers = [];
  }

  next(
    { scheme, start }: Bullet,
    level: number,
  ): { readonly number: number | undefined; readonly marker: string } {
    this.#numbers.length = Math.min(this.#numbers.length, level + 1);
    if (scheme === undefined) {
      this.#numbers[level] = undefined;
      return { number: undefined, marker: '-' };
    }
    const number = Math.min((this.#numbers[level] ?? start - 1) + 1, numberMax);
    this.#numbers[level] = number;
    return { number, marker: scheme === 'arabicPeriod' ? '-' : labelOf(number, scheme) };
  }
}

function labelOf(number: number, scheme: string): string {
  const format = /^alphaLc/.test(scheme)
    ? 'lowerLetter'
    : /^alphaUc/.test(scheme)
      ? 'upperLetter'
      : /^romanLc/.test(scheme)
        ? 'lowerRoman'
        : /^romanUc/.test(scheme)
          ? 'upperRoman'
          : 'decimal';
  const text = formatNumber(number, format);
  if (scheme.endsWith('ParenBoth')) return `(${text})`;
  if (scheme.endsWith('ParenR')) return `${text})`;
  return scheme.endsWith('Plain') ? text : `${text}.`;
}
