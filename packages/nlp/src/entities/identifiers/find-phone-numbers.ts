import type { CountryCode } from 'libphonenumber-js/max';
import type { EntityCandidate } from '../entity-candidate.ts';
import type { RuleContext } from '../rule-context.ts';

/** Signs of a written number: at most 28, at least 7 digits; checked by the numbering plan afterwards. */
const written =
  /(?<![\p{L}\p{N}_+@#=&]|[\p{N}][.,:/-]|[$€£¥]\s?)(?:\+|\()?\d(?:[ \u00a0()./-]{0,3}\d){6,16}(?![\p{L}\p{N}_@]|[-/.:]\d)/gu;
const announced =
  /(?:\bph|\bmob|tel|telephone|phone|fon|telefon|téléphone|teléfono|telefone|telefono|telefoon|fax|call|mobile|mobil|cell|handy|portable|móvil|celular|whatsapp|anrufen|rufen|ruft|appelez|appeler|joindre|llame|llamar|llámenos|llama|ligue|ligar|ligue-nos|chiami|chiamare|chiama|bel|bellen)[\p{L}.:\s#]{0,12}\(?$/iu;

/** Where a national number is likely to be at home, by the text's language when it names no region. */
const homes: Readonly<Record<string, readonly CountryCode[]>> = {
  en: ['US', 'GB'],
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CH'],
  es: ['ES', 'MX'],
  pt: ['BR', 'PT'],
  it: ['IT', 'CH'],
  nl: ['NL', 'BE'],
};

/** Also English-speaking, for a number that is announced as one. */
const farther: readonly CountryCode[] = ['AU', 'IE', 'NZ', 'IN', 'ZA', 'SG'];

/**
 * PHONE_NUMBER with its E.164 value, by the numbering plans of libphonenumber. Strict: an international number must be
 * valid; a national one must also be written like one (brackets, groups) or be announced ("Tel.", "call").
 */
export async function findPhoneNumbers(text: string, context: RuleContext): Promise<EntityCandidate[]> {
  const matches = [...text.matchAll(written)];
  if (matches.length === 0) return [];
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const found: EntityCandidate[] = [];
  for (const match of matches) {
    const international = /^(\+|00[1-9])/.test(match[0]);
    const wasAnnounced = announced.test(text.slice(Math.max(0, match.index - 24), match.index));
    if (!international && !wasAnnounced && !isGrouped(match[0])) continue;
    const regions = international ? [undefined] : regionsOf(context, wasAnnounced);
    for (const region of regions) {
      const dialled = match[0].replace(/^00/, '+');
      const parsed = parsePhoneNumberFromString(dialled, {
        ...(region && { defaultCountry: region }),
        extract: false,
      });
      if (parsed?.isValid() !== true) continue;
      const confidence = international ? 0.97 : wasAnnounced ? 0.93 : 0.8;
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

function regionsOf(context: RuleContext, wasAnnounced: boolean): readonly CountryCode[] {
  const region = /-([A-Z]{2})$/.exec(context.language)?.[1];
  const near = context.lexiconLanguages.flatMap((table) => homes[table] ?? []);
  const likely = wasAnnounced && context.lexiconLanguages.includes('en') ? [...near, ...farther] : near;
  const own = likely.find((code) => code === region);
  return own === undefined ? likely : [own, ...likely.filter((code) => code !== own)];
}

/** (212) 555-0123, 212-555-0123, 030 1234567, 01 42 68 53 00; not 2024-03-15, 10.000.000, 1 234 567 or a plain run. */
function isGrouped(number: string): boolean {
  if (/^\(\d{2,5}\)/.test(number)) return true;
  if (/^\d{3}[-. ]\d{3}[-. ]\d{4}$/.test(number)) return true;
  if (!/^0[1-9]/.test(number) || /^0\d?[./-]\d{1,2}[./-]\d{2,4}$/.test(number)) return false;
  return /[ \u00a0/-]/.test(number) && (number.match(/\d/g)?.length ?? 0) >= 9;
}
