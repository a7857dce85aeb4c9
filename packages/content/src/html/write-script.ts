import { type DomElement, domText } from '../dom/dom.ts';
import { lineOf } from '../dom/elements.ts';
import { containsTag } from '../dom/tree-queries.ts';

const plain = '0123456789+-=()aehijklmnoprstuvx';
/** The characters of `plain` above and below the line (Unicode, Superscripts and Subscripts). */
const forms = {
  sup: pairs('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵉʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛˣ'),
  sub: pairs('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
} as const;

function pairs(written: string): ReadonlyMap<string, string> {
  return new Map(Array.from(written, (character, index) => [plain.charAt(index), character]));
}

/** Longer text is a remark. */
const lengthMax = 12;
/** Endings of ordinal numbers and abbreviations: 1st, 1er, 2ème, 3º, Mme, Dr. */
const ordinal =
  /^(?:st|nd|rd|th|er|re|ère|e|ème|nd|nde|d|o|os|a|as|º|ª|mo|ma|te|tes|ter|r|rs|me|mes|lle|lles|gr|tm|sm|®|™|℠)\.?$/i;

/**
 * Writes superscript or subscript text with a mark, so that 10⁻⁴ is not read as 10-4: as Unicode characters where all
 * exist, else after `^` or `_`. Words are set apart.
 *
 * @param base the text before it
 * @returns undefined for text that reads right without a mark: references to footnotes, endings of ordinal numbers,
 *   text that begins or surrounds words
 */
export function writeScript(element: DomElement, base: string): string | undefined {
  const text = lineOf(element);
  if (text === '' || text.length > lengthMax || /^\s/.test(domText(element))) return undefined;
  if (!/\S$/u.test(base) || !/[\p{L}\p{N}]/u.test(text) || containsTag(element, /^a$/)) return undefined;
  const isAbove = element.name === 'sup';
  if (isAbove && ordinal.test(text)) return undefined;
  // A remark such as "new".
  if (/^\p{L}{3,}$/u.test(text)) return ` ${text}`;
  const form = isAbove ? forms.sup : forms.sub;
  const exact = Array.from(text.replaceAll('−', '-'), (character) => form.get(character) ?? '');
  if (exact.every((character) => character !== '')) return exact.join('');
  if (!/[\p{L}\p{N})\]}|′]$/u.test(base)) return undefined;
  const sign = isAbove ? '^' : '_';
  return /^[\p{L}\p{N}]+$/u.test(text) ? `${sign}${text}` : `${sign}(${text})`;
}
