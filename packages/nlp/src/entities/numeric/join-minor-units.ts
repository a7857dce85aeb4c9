import { alternation, matchAt, wordEnd } from '../rules/regex-builder.ts';
import { readHanNumber } from './read-han-number.ts';

/** An amount of money at a place of a text. */
export interface Price {
  readonly startIndex: number;
  readonly endIndex: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Decimal, or a range such as `10-20`. */
  readonly amount: string;
  readonly confidence: number;
  /** Whether it is written in hundredths: 50 cents. */
  readonly isMinor?: boolean;
}

const between =
  /^(?:[ \u00a0]|,[ \u00a0]|[ \u00a0](?:and|und|et|y|e|en|och|og|ja|i|и|і|a|ve|και|và|și|és|dan|و|ו-?)[ \u00a0]?)?$/u;
/**
 * Returns the source of hundredths without a unit, two digits directly after the unit of an amount: 5€20 and "5 Euro 20".
 *
 * @param words that may follow them; other words are what the digits count
 */
export function bareCentsSource(words: Iterable<string>): string {
  const noun = `[ \\u00a0]?(?!(?<=[ \\u00a0])${alternation(words)}${wordEnd})[%\\p{L}]`;
  return `(?:[ \\u00a0]?|[ \\u00a0](?:con|e|et|and|und|en)[ \\u00a0])(\\d{2})${wordEnd}(?![.,:/-]?\\d|${noun})`;
}

/**
 * Joins amounts with the hundredths that follow them: "5 рублей 20 копеек", "£3 and 50 pence", "5€20".
 *
 * @param prices amounts in any order
 * @param bareCents see `bareCentsSource`
 */
export function joinMinorUnits(text: string, prices: readonly Price[], bareCents: string): Price[] {
  const inOrder = [...prices].sort((a, b) => a.startIndex - b.startIndex);
  const joined: Price[] = [];
  for (const price of inOrder) {
    const previous = joined.at(-1);
    if (previous !== undefined && canJoin(text, previous, price)) {
      joined[joined.length - 1] = {
        ...previous,
        endIndex: price.endIndex,
        amount: `${previous.amount}${price.amount.slice(price.amount.indexOf('.'))}`,
      };
    } else joined.push(price);
  }
  return joined.map((price) => withBareCents(text, price, bareCents));
}

function canJoin(text: string, whole: Price, cents: Price): boolean {
  if (cents.isMinor !== true || whole.isMinor === true || !/^0\.\d\d$/.test(cents.amount)) return false;
  if (!/^\d+$/.test(whole.amount)) return false;
  const gap = text.slice(whole.endIndex, cents.startIndex);
  return gap.length < 8 && between.test(gap);
}

const coinedCurrencies: ReadonlySet<string> = new Set(['EUR', 'USD', 'GBP', 'CHF', 'BRL']);

/** 三块五 is 3.50 yuan. */
function withTenths(text: string, price: Price): Price {
  if (text[price.endIndex - 1] !== '块') return price;
  const tenth = /^([1-9一二三四五六七八九])(?![\p{N}\p{Script=Han}])/u.exec(
    text.slice(price.endIndex, price.endIndex + 2),
  );
  if (tenth === null) return price;
  const digit = readHanNumber(tenth[1] ?? '') ?? Number(tenth[1]);
  return { ...price, endIndex: price.endIndex + 1, amount: `${price.amount}.${digit}0` };
}

function withBareCents(text: string, price: Price, bareCents: string): Price {
  if (!/^\d+$/.test(price.amount) || price.isMinor === true) return price;
  if (price.currency === 'CNY') return withTenths(text, price);
  if (!coinedCurrencies.has(price.currency)) return price;
  // Only where the unit follows the amount: "€5 20" is two numbers.
  if (
    !/[€o]s?$|EUR$|dollars?$|pounds?$|Pfund$|Franken$|reais$/i.test(
      text.slice(price.startIndex, price.endIndex),
    )
  )
    return price;
  const cents = matchAt(text, price.endIndex, bareCents, 'uy');
  if (cents === null) return price;
  return { ...price, endIndex: price.endIndex + cents[0].length, amount: `${price.amount}.${cents[1]}` };
}
