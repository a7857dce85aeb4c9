import type { CountryCode } from 'libphonenumber-js/max';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import type { RuleContext } from '../rules/rule-context.ts';

/** A possible number: 7 to 17 digits with separators; validated against the numbering plan later. */
const written =
  /(?<![\p{L}\p{N}_+@#=&]|[\p{N}][.,:/-]|[$€£¥]\s?)(?:\+|\()?\d(?:[ \u00a0()./-]{0,3}\d){6,16}(?![\p{L}\p{N}_@]|[-/.:]\d)/gu;
const phoneCueBefore =
  /(?:\bph|\bmob|tel|telephone|phone|fon|telefon|téléphone|teléfono|telefone|telefono|telefoon|fax|call|mobile|mobil|cell|handy|portable|móvil|celular|whatsapp|anrufen|rufen|ruft|appelez|appeler|joindre|llame|llamar|llámenos|llama|ligue|ligar|ligue-nos|chiami|chiamare|chiama|bel|bellen)[\p{L}.:\s#]{0,12}\(?$/iu;

/** Regions to try for a national number, by language. */
const regionsByLanguage: Readonly<Record<string, readonly CountryCode[]>> = {
  en: ['US', 'GB'],
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CH'],
  es: ['ES', 'MX'],
  pt: ['BR', 'PT'],
  it: ['IT', 'CH'],
  nl: ['NL', 'BE'],
};

/** Further English-speaking regions, for numbers after a cue word. */
const moreEnglishRegions: readonly CountryCode[] = ['AU', 'IE', 'NZ', 'IN', 'ZA', 'SG'];

/**
 * Finds PHONE_NUMBER entities with their E.164 value, by the numbering plans of libphonenumber. International numbers must
 * be valid; national ones must also be grouped like phone numbers or follow a cue word ("Tel.", "call").
 */
export async function findPhoneNumbers(text: string, context: RuleContext): Promise<EntityCandidate[]> {
  const matches = [...text.matchAll(written)];
  if (matches.length === 0) return [];
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const found: EntityCandidate[] = [];
  for (const match of matches) {
    const international = /^(\+|00[1-9])/.test(match[0]);
    const hasCue = phoneCueBefore.test(text.slice(Math.max(0, match.index - 24), match.index));
    if (!international && !hasCue && !isGrouped(match[0])) continue;
    const regions = international ? [undefined] : regionsOf(context, hasCue);
    for (const region of regions) {
      const dialed = match[0].replace(/^00/, '+');
      const parsed = parsePhoneNumberFromString(dialed, {
        ...(region && { defaultCountry: region }),
        extract: false,
      });
      if (parsed?.isValid() !== true) continue;
      const confidence = international ? 0.97 : hasCue ? 0.93 : 0.8;
      const endIndex = match.index + match[0].length;
      found.push({
        startIndex: match.index,
        endIndex,
        type: 'PHONE_NUMBER',
        confidence,
        value: parsed.number,
      });
      break;
    }
  }
  return found;
}

function regionsOf(context: RuleContext, hasCue: boolean): readonly CountryCode[] {
  const region = /-([A-Z]{2})$/.exec(context.language)?.[1];
  const near = context.lexiconLanguages.flatMap((language) => regionsByLanguage[language] ?? []);
  const likely = hasCue && context.lexiconLanguages.includes('en') ? [...near, ...moreEnglishRegions] : near;
  const own = likely.find((code) => code === region);
  return own === undefined ? likely : [own, ...likely.filter((code) => code !== own)];
}

/** Whether digits are grouped like a phone number: (212) 555-0123, 212-555-0123, 030 1234567; not 2024-03-15 or 10.000.000. */
function isGrouped(number: string): boolean {
  if (/^\(\d{2,5}\)/.test(number)) return true;
  if (/^\d{3}[-. ]\d{3}[-. ]\d{4}$/.test(number)) return true;
  if (!/^0[1-9]/.test(number) || /^0\d?[./-]\d{1,2}[./-]\d{2,4}$/.test(number)) return false;
  return /[ \u00a0/-]/.test(number) && (number.match(/\d/g)?.length ?? 0) >= 9;
}
