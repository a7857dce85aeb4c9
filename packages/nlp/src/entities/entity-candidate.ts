import type { EntityType } from './entity-types.ts';

/** What a family of rules proposes; overlaps are resolved afterwards. */
export interface EntityCandidate {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly type: EntityType;
  /** 0..1 */
  readonly confidence: number;
  /** Normalised form: ISO 8601, ISO 4217 amount, E.164 ... */
  readonly value?: string;
}

export interface RuleContext {
  /** BCP 47 or `und`. */
  readonly language: string;
  /** Primary subtags whose tables apply, the text's own first. */
  readonly lexiconLanguages: readonly LexiconLanguage[];
  /** Whether 1,5 is one and a half here. */
  readonly usesDecimalComma: boolean;
  readonly referenceDate: Date | undefined;
}

export const supportedLexiconLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'] as const;
export type LexiconLanguage = (typeof supportedLexiconLanguages)[number];

/** Spanish of these regions writes a decimal point, as Swiss German does (Unicode CLDR). */
const pointRegions = /^(es-(MX|US|PR|GT|HN|NI|PA|PE|SV|DO|419)|de-(CH|LI)|it-CH)$/i;
const pointLanguages = /^(en|zh|ja|ko|hi|th|he|und|bn|ta|te|ur|ms|sw|ga|cy|mt)(-|$)/i;

export function createRuleContext(language: string, referenceDate?: Date): RuleContext {
  const primary = language.split('-')[0]?.toLowerCase() ?? 'und';
  const own = supportedLexiconLanguages.find((known) => known === primary);
  const tables: LexiconLanguage[] =
    own === undefined
      ? primary === 'und'
        ? [...supportedLexiconLanguages]
        : ['en']
      : own === 'en'
        ? ['en']
        : [own, 'en'];
  const decimalComma = !pointLanguages.test(language) && !pointRegions.test(language);
  return { language, lexiconLanguages: tables, usesDecimalComma: decimalComma, referenceDate };
}
