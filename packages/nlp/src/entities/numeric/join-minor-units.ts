import { alternation, cachedRegex, matchAt, wordEnd } from '../rules/regex-builder.ts';
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

/** Sources of what may be between an amount and its hundredths. */
export interface CentsPatterns {
  /** Nothing, a space, a comma or a conjunction in front of hundredths with their unit. */
  readonly between: string;
  /** Hundredths without a unit, two digits directly after the unit of an amount: 5€20 and "5 Euro 20". */
  readonly bare: string;
}

/**
 * Returns the patterns of hundredths after an amount.
 *
 * @param conjunctions between an amount and its hundredths
 * @param after words that may follow hundredths without their unit; other words are what the digits count
 */
export function centsPatterns(conjunctions: readonly string[], after: readonly string[]): CentsPatterns {
  const and = alternation(conjunctions);
  const noun = `[ \\u00a0]?(?!(?<=[ \\u00a0])${alternation(after)}${wordEnd})[%\\p{L}]`;
  return {
    between: `^(?:[ \\u00a0]|,[ \\u00a0]|[ \\u00a0]${and}[ \\u00a0]?)?$`,
    bare: `(?:[ \\u00a0]?|[ \\u00a0]${and}[ \\u00a0])(\\d{2})${wordEnd}(?![.,:/-]?\\d|${noun})`,
  };
}

/**
 * Joins amounts with the hundredths that follow them: "5 рублей 20 копеек", "£3 and 50 pence", "5€20".
 *
 * @param prices amounts in any order
 * @param cents see `centsPatterns`
 */
export function joinMinorUnits(text: string, prices: readonly Price[], cents: CentsPatterns): Price[] {
  const inOrder = [...prices].sort((a, b) => a.startIndex - b.startIndex);
  const joined: Price[] = [];
  for (const price of inOrder) {
    const previous = joined.at(-1);
    if (previous !== undefined && canJoin(text, previous, price, cents)) {
      joined[joined.length - 1] = {
        ...previous,
        endIndex: price.endIndex,
        amount: `${previous.amount}${price.amount.slice(price.amount.indexOf('.'))}`,
      };
    } else joined.push(price);
  }
  return joined.map((price) => withBareCents(text, price, cents));
}

function canJoin(text: string, whole: Price, cents: Price, { between }: CentsPatterns): boolean {
  if (cents.isMinor !== true || whole.isMinor === true || !/^0\.\d\d$/.test(cents.amount)) return false;
  if (!/^\d+$/.test(whole.amount)) return false;
  const gap = text.slice(whole.endIndex, cents.startIndex);
  return gap.length < 8 && cachedRegex(between, 'u').test(gap);
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

function withBareCents(text: string, price: Price, { bare }: CentsPatterns): Price {
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
  const cents = matchAt(text, price.endIndex, bare, 'uy');
  if (cents === null) return price;
  return { ...price, endIndex: price.endIndex + cents[0].length, amount: `${price.amount}.${cents[1]}` };
}
