import type { TypedSpan } from '../../metrics/span-f1.ts';
import { referenceDate } from './gold-sentences.ts';

type Component = 'day' | 'weekday' | 'month' | 'year' | 'hour';

interface ChronoParser {
  parse(
    text: string,
    reference: Date,
  ): { index: number; text: string; start: { isCertain(component: Component): boolean } }[];
}

/** The part of chrono-node that is used. */
export interface Chrono {
  readonly en: { readonly casual: ChronoParser; readonly GB: ChronoParser };
  readonly de: { readonly casual: ChronoParser };
  readonly fr: { readonly casual: ChronoParser };
  readonly es: { readonly casual: ChronoParser };
  readonly pt: { readonly casual: ChronoParser };
  readonly it: { readonly casual: ChronoParser };
  readonly nl: { readonly casual: ChronoParser };
}

const dateComponents: readonly Component[] = ['day', 'weekday', 'month', 'year'];

/** Finds dates and times with chrono-node; a time without a date is a TIME. */
export function findWithChrono(chrono: Chrono, text: string, language: string): TypedSpan[] | undefined {
  const { en, de, fr, es, pt, it, nl } = chrono;
  const parsers: Readonly<Record<string, ChronoParser>> = {
    en: language === 'en-GB' ? en.GB : en.casual,
    ...{ de: de.casual, fr: fr.casual, es: es.casual, pt: pt.casual, it: it.casual, nl: nl.casual },
  };
  return parsers[language.slice(0, 2)]?.parse(text, referenceDate).map((result) => {
    const hasDate = dateComponents.some((component) => result.start.isCertain(component));
    const type = result.start.isCertain('hour') && !hasDate ? 'TIME' : 'DATE';
    return { startIndex: result.index, endIndex: result.index + result.text.length, type };
  });
}
