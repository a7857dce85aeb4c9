/** Languages with their own lexicon; the others use the English one. */
export const lexiconLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'] as const;

/** A BCP 47 language code with its own lexicon. */
export type LexiconLanguage = (typeof lexiconLanguages)[number];

/** The language of a text and the conventions that follow from it, as the finders use them. */
export interface RuleContext {
  /** BCP 47 tag, or `und`. */
  readonly language: string;
  /** Languages whose lexicons apply, the text's own first. */
  readonly lexiconLanguages: readonly LexiconLanguage[];
  /** Whether `1,5` means one and a half. */
  readonly usesDecimalComma: boolean;
  /** The day that relative dates are resolved against; undefined leaves them without a value. */
  readonly referenceDate: Date | undefined;
}

/** Regions that write a decimal point although their language uses a comma elsewhere (Unicode CLDR). */
const decimalPointRegions = /^(es-(MX|US|PR|GT|HN|NI|PA|PE|SV|DO|419)|de-(CH|LI)|it-CH)$/i;
const decimalPointLanguages = /^(en|zh|ja|ko|hi|th|he|und|bn|ta|te|ur|ms|sw|ga|cy|mt)(-|$)/i;

/**
 * Derives the conventions of a language.
 *
 * @param language BCP 47 tag; `und` applies all lexicons
 * @param referenceDate day that relative dates are resolved against (its UTC day)
 */
export function createRuleContext(language: string, referenceDate?: Date): RuleContext {
  const usesDecimalComma = !decimalPointLanguages.test(language) && !decimalPointRegions.test(language);
  return { language, lexiconLanguages: lexiconsOf(language), usesDecimalComma, referenceDate };
}

function lexiconsOf(language: string): readonly LexiconLanguage[] {
  const primary = language.split('-')[0]?.toLowerCase() ?? 'und';
  if (primary === 'und') return lexiconLanguages;
  const own = lexiconLanguages.find((known) => known === primary);
  return own === undefined || own === 'en' ? ['en'] : [own, 'en'];
}
