import type { Candidate, RuleContext } from './candidate.ts';
import currencies from './currencies.data.json' with { type: 'json' };
import { numberWordsSource, parseNumberWords } from './number-words.ts';
import { digitsSource, digitsStart, parseNumber, shiftDecimal } from './parse-number.ts';
import { anyOf, pattern, wordEnd, wordStart } from './word-pattern.ts';

const codes = new Map<string, string>([
  ...Object.entries(currencies.symbols),
  ...currencies.codes.map((code): [string, string] => [code, code]),
]);
const words = new Map(Object.entries(currencies.words));
const minor = new Map(Object.entries(currencies.minor));

/**
 * MONEY with the amount as `EUR 1234.50` (ISO 4217 code, decimals as written). A bare `$` is taken for US dollars,
 * `¥` for yen, as most texts mean them.
 */
export function findMoney(text: string, context: RuleContext): Candidate[] {
  return [...symbolFirst(text, context), ...symbolLast(text, context), ...inWords(text, context)];
}

const gap = '[ \\u00a0\\u202f]?';
const scale = `(?:[ \\u00a0\\u202f-]?(${anyOf([...Object.keys(currencies.scales), 'billón', 'billones', 'billionen', 'biljoen'])})${wordEnd})?`;
/** Signs as they are written, with capitals: `Rs` is a currency, `rs` is not. */
const sign = `(${anyOf(codes.keys())})`;

function* symbolFirst(text: string, context: RuleContext): Generator<Candidate> {
  const source = `(?<![\\p{L}\\p{N}_])([-\\u2212])?${sign}${gap}([-\\u2212]?${digitsSource})(?!\\d)${scale}(?:-${wordStart})?`;
  for (const match of text.matchAll(pattern(source, 'gu'))) {
    const [, minus, symbol = '', digits = '', magnitude] = match;
    const value = amount(
      `${minus ? '-' : ''}${digits.replace(/^\u2212/, '-')}`,
      magnitude,
      codes.get(symbol),
      context,
    );
    if (value !== undefined) yield { ...trimmed(match), type: 'MONEY', confidence: 0.95, value };
  }
}

function* symbolLast(text: string, context: RuleContext): Generator<Candidate> {
  const known = `(${anyOf([...codes.keys()].filter((code) => code !== '$'))})`;
  const source = `${digitsStart}(${digitsSource})${scale}${gap}${known}(?![\\p{L}\\p{N}])`;
  for (const match of text.matchAll(pattern(source, 'gu'))) {
    const [, digits = '', magnitude, symbol = ''] = match;
    const value = amount(digits, magnitude, codes.get(symbol), context);
    if (value !== undefined) yield { ...trimmed(match), type: 'MONEY', confidence: 0.95, value };
  }
}

function* inWords(text: string, context: RuleContext): Generator<Candidate> {
  const names = `(${anyOf([...words.keys(), ...minor.keys()])})`;
  const source = `${digitsStart}(?:(${digitsSource})${scale}|(?<![\\p{L}])(${numberWordsSource(context)}))[ \\u00a0-](?:de[ \\u00a0]|d'|di[ \\u00a0])?${names}${wordEnd}`;
  for (const match of text.matchAll(pattern(source))) {
    const [, digits, magnitude, spelled, name = ''] = match;
    const lower = name.toLowerCase();
    const code = words.get(lower) ?? minor.get(lower);
    const number = digits ?? parseNumberWords(spelled ?? '', context)?.toString();
    if (number === undefined) continue;
    const whole = digits === undefined ? `${code} ${number}` : amount(digits, magnitude, code, context);
    if (whole === undefined) continue;
    const value = minor.has(lower) ? `${code} ${inHundredths(whole.slice(4))}` : whole;
    yield {
      ...trimmed(match),
      type: 'MONEY',
      confidence: lower === 'real' || lower === 'won' ? 0.6 : 0.9,
      value,
    };
  }
}

function amount(
  digits: string,
  magnitude: string | undefined,
  code: string | undefined,
  context: RuleContext,
): string | undefined {
  const number = parseNumber(digits, context.decimalComma);
  if (number === undefined || code === undefined) return undefined;
  return `${code} ${shiftDecimal(number, scalePlaces(magnitude, context))}`;
}

/** Powers of ten: a German Billion is an English trillion (long and short scale). */
function scalePlaces(magnitude: string | undefined, context: RuleContext): number {
  if (magnitude === undefined) return 0;
  const lower = magnitude.toLowerCase();
  const own = Object.entries(currencies.scalesByLanguage).find(
    ([language]) => language === context.tables[0],
  )?.[1];
  const table = new Map<string, number>([...Object.entries(currencies.scales), ...Object.entries(own ?? {})]);
  return table.get(lower) ?? (/^bil/.test(lower) ? 12 : 0);
}

function inHundredths(value: string): string {
  const padded = value.split('.')[0]?.padStart(3, '0') ?? '000';
  return `${padded.slice(0, -2)}.${padded.slice(-2)}`;
}

function trimmed(match: RegExpExecArray): { startIndex: number; endIndex: number } {
  const length = match[0].replace(/[\s-]+$/, '').length;
  return { startIndex: match.index, endIndex: match.index + length };
}
