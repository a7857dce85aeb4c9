import type { EntityType } from './entity-types.ts';

/** What a family of rules proposes; overlaps are resolved afterwards. */
export interface Candidate {
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
  readonly tables: readonly RuleLanguage[];
  /** Whether 1,5 is one and a half here. */
  readonly decimalComma: boolean;
  readonly referenceDate: Date | undefined;
}

export const ruleLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'] as const;
export type RuleLanguage = (typeof ruleLanguages)[number];

/** Spanish of these regions writes a decimal point, as Swiss German does (Unicode CLDR). */
const pointRegions = /^(es-(MX|US|PR|GT|HN|NI|PA|PE|SV|DO|419)|de-(CH|LI)|it-CH)$/i;
const pointLanguages = /^(en|zh|ja|ko|hi|th|he|und|bn|ta|te|ur|ms|sw|ga|cy|mt)(-|$)/i;

export function ruleContext(language: string, referenceDate?: Date): RuleContext {
  const primary = language.split('-')[0]?.toLowerCase() ?? 'und';
  const own = ruleLanguages.find((known) => known === primary);
  const tables: RuleLanguage[] =
    own === undefined
      ? primary === 'und'
        ? [...ruleLanguages]
        : ['en']
      : own === 'en'
        ? ['en']
        : [own, 'en'];
  const decimalComma = !pointLanguages.test(language) && !pointRegions.test(language);
  return { language, tables, decimalComma, referenceDate };
}
