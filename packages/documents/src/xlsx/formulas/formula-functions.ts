import { criterionOf, selected } from './formula-criteria.ts';
import {
  catching,
  type FormulaFunction,
  fail,
  number,
  numbersIn,
  scalar,
  size,
  text,
  textOfValue,
  truth,
  truthsIn,
  valuesIn,
} from './formula-parameters.ts';
import {
  divisionByZero,
  type FormulaError,
  isError,
  isRange,
  notAvailable,
  type Parameter,
  type Scalar,
  UncomputedFormula,
  wrongNumber,
  wrongValue,
} from './formula-value.ts';

/** Days from the start of the 1900 system to that of Unix time, and milliseconds of a day. */
const [unixStartDay, dayMs] = [25_569, 86_400_000];
const textLengthMax = 32_767;

/** Functions of formulas by name (ECMA-376 part 1, 18.17.7): those that need no clock, chance or array. */
export const functions: ReadonlyMap<string, FormulaFunction> = new Map(
  Object.entries<FormulaFunction>({
    SUM: (all) => sum(numbersIn(all)),
    PRODUCT: (all) => finite(numbersIn(all).reduce((product, value) => product * value, 1)),
    AVERAGE: (all) => mean(numbersIn(all)),
    MIN: (all) => numbersIn(all).reduce((least, value) => Math.min(least, value), first(numbersIn(all))),
    MAX: (all) => numbersIn(all).reduce((most, value) => Math.max(most, value), first(numbersIn(all))),
    MEDIAN: (all) => median(numbersIn(all)),
    COUNT: (all) => numbersIn(all, true).length,
    COUNTA: (all) => all.reduce((count, each) => count + valuesIn(each).length, 0),
    ROUND: ([value, digits]) => round(number(value), number(digits, 0), Math.round),
    ROUNDUP: ([value, digits]) => round(number(value), number(digits, 0), Math.ceil),
    ROUNDDOWN: ([value, digits]) => round(number(value), number(digits, 0), Math.floor),
    TRUNC: ([value, digits]) => round(number(value), number(digits, 0), Math.floor),
    INT: ([value]) => Math.floor(number(value)),
    ABS: ([value]) => Math.abs(number(value)),
    SIGN: ([value]) => Math.sign(number(value)),
    SQRT: ([value]) => finite(Math.sqrt(number(value))),
    EXP: ([value]) => finite(Math.exp(number(value))),
    LN: ([value]) => finite(Math.log(number(value))),
    LOG10: ([value]) => finite(Math.log10(number(value))),
    POWER: ([base, power]) => finite(number(base) ** number(power)),
    MOD: ([value, divisor]) => modulo(number(value), number(divisor)),
    PI: () => Math.PI,
    IF: ([condition, then, otherwise]) =>
      truth(condition) ? (then ? scalar(then) : true) : otherwise ? scalar(otherwise) : false,
    IFERROR: ([value, otherwise]) => ifError(value, otherwise, () => true),
    IFNA: ([value, otherwise]) => ifError(value, otherwise, ({ code }) => code === notAvailable.code),
    AND: (all) => truthsIn(all).every(Boolean),
    OR: (all) => truthsIn(all).some(Boolean),
    NOT: ([value]) => !truth(value),
    TRUE: () => true,
    FALSE: () => false,
    ISBLANK: ([value]) => value !== undefined && scalar(value) === null,
    ISNUMBER: ([value]) => typeof scalar(value) === 'number',
    CONCATENATE: (all) => bounded(all.map((each) => text(each)).join('')),
    CONCAT: (all) =>
      bounded(
        all
          .flatMap((each) => valuesIn(each))
          .map(textOfValue)
          .join(''),
      ),
    LEN: ([value]) => text(value).length,
    LEFT: ([value, count]) => text(value).slice(0, size(count, 1)),
    RIGHT: ([value, count]) => lastOf(text(value), size(count, 1)),
    MID: ([value, start, count]) => text(value).substr(Math.max(0, size(start) - 1), size(count)),
    UPPER: ([value]) => text(value).toUpperCase(),
    LOWER: ([value]) => text(value).toLowerCase(),
    TRIM: ([value]) => text(value).replace(/ +/g, ' ').replace(/^ | $/g, ''),
    HYPERLINK: ([address, name]) => scalar(name ?? address),
    DATE: ([year, month, day]) => serialOf(number(year), number(month), number(day)),
    YEAR: ([value]) => dateOf(number(value)).getUTCFullYear(),
    MONTH: ([value]) => dateOf(number(value)).getUTCMonth() + 1,
    DAY: ([value]) => dateOf(number(value)).getUTCDate(),
    SUMIF: ([range, criterion, summed]) => sum(selected(range, criterion, summed)),
    AVERAGEIF: ([range, criterion, summed]) => mean(selected(range, criterion, summed)),
    COUNTIF: ([range, criterion]) => valuesIn(range).filter(criterionOf(criterion)).length,
    SUMPRODUCT: (all) => sumOfProducts(all),
  } satisfies Record<string, FormulaFunction>).map(([name, call]) => [name, catching(call)] as const),
);

/** Sums with compensation (Kahan 1965), so that amounts add up exactly to the digits that are shown. */
function sum(numbers: readonly number[]): number {
  let total = 0;
  let compensation = 0;
  for (const value of numbers) {
    const corrected = value - compensation;
    const next = total + corrected;
    compensation = next - total - corrected;
    total = next;
  }
  return finite(total);
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? fail(divisionByZero) : sum(numbers) / numbers.length;
}

function median(numbers: readonly number[]): number {
  if (numbers.length === 0) fail(wrongNumber);
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

function first(numbers: readonly number[]): number {
  return numbers[0] ?? 0;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : fail(wrongNumber);
}

/** Rounds half away from zero; digits in decimal notation decide, so that 1.005 becomes 1.01. */
function round(value: number, digits: number, direction: (value: number) => number): number {
  const places = Math.trunc(Math.max(-300, Math.min(300, digits)));
  const shifted = shiftPoint(Number(Math.abs(value).toPrecision(15)), places);
  return Number.isFinite(shifted) ? Math.sign(value) * shiftPoint(direction(shifted), -places) : value;
}

/** Multiplies by a power of ten exactly, in decimal notation. */
function shiftPoint(value: number, places: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + places}`);
}

function modulo(value: number, divisor: number): number {
  return divisor === 0 ? fail(divisionByZero) : value - divisor * Math.floor(value / divisor);
}

function ifError(
  value: Parameter | undefined,
  otherwise: Parameter | undefined,
  matches: (error: FormulaError) => boolean,
): Scalar {
  const result = scalar(value);
  return isError(result) && matches(result) ? scalar(otherwise) : result;
}

function bounded(value: string): string {
  return value.length > textLengthMax ? fail(wrongValue) : value;
}

function lastOf(value: string, count: number): string {
  return count === 0 ? '' : value.slice(-count);
}

/** The number of a day in the 1900 system; months and days may be beyond their usual ranges. */
function serialOf(year: number, month: number, day: number): number {
  const ms = Date.UTC(year < 1900 ? year + 1900 : year, month - 1, day);
  return finite(Math.floor(ms / dayMs) + unixStartDay);
}

function dateOf(serial: number): Date {
  if (serial < 61 || serial > 2_958_465) throw new UncomputedFormula();
  return new Date((Math.floor(serial) - unixStartDay) * dayMs);
}

function sumOfProducts(parameters: readonly Parameter[]): number {
  const ranges = parameters.map((parameter) => {
    const value = parameter();
    if (!isRange(value)) throw new UncomputedFormula();
    return value;
  });
  const [one, ...others] = ranges;
  if (!one) return fail(wrongValue);
  if (others.some(({ rows, columns }) => rows !== one.rows || columns !== one.columns)) fail(wrongValue);
  const products = new Map<string, number>();
  for (const [index, range] of ranges.entries()) {
    const factors = new Map<string, number>();
    for (const { row, column, value } of range.cells) {
      if (isError(value)) fail(value);
      if (typeof value === 'number') factors.set(`${row} ${column}`, value);
    }
    if (index === 0) for (const [place, value] of factors) products.set(place, value);
    else for (const [place, value] of products) products.set(place, value * (factors.get(place) ?? 0));
  }
  return sum([...products.values()]);
}
