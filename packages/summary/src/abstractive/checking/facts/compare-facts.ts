import type { DateFact, Fact, NumberFact } from './fact.ts';

/** Largest relative difference of a rounded number. */
const roundingMax = 0.05;

/** Whether one of the facts of the source supports a fact of a summary. */
export function isFactSupported(fact: Fact, sources: readonly Fact[]): boolean {
  return sources.some((source) => isSupportedBy(fact, source)) || isDateAssembled(fact, sources);
}

function isSupportedBy(fact: Fact, source: Fact): boolean {
  if (fact.kind === 'date' && isWithinPeriod(fact, source)) return true;
  if (fact.kind === 'number')
    return source.kind === 'number' ? isSameNumber(fact, source) : isYear(fact, source);
  if (source.kind === 'number') return isYear(source, fact);
  return isSameDate(fact, source);
}

function isSameNumber(fact: NumberFact, source: NumberFact): boolean {
  return isUnitSupported(fact.unit, source.unit) && isValueSupported(fact, source);
}

const unitsOfValue = /^(?:%|[A-Z]{3})$/;

/** A summary may leave a unit out, but it must not add a currency or a percent sign, nor change any unit. */
function isUnitSupported(unit: string | undefined, source: string | undefined): boolean {
  if (unit === undefined || unit === source) return true;
  if (source === undefined) return !unitsOfValue.test(unit);
  // "The third" of a list and "number 3" are the same.
  return unit === 'ordinal' || source === 'ordinal';
}

function isValueSupported({ value, precision }: NumberFact, source: NumberFact): boolean {
  if (value === source.value) return precision === 'exact' || isPrecisionSupported(precision, source);
  if (precision === 'exact') return false;
  const difference = (source.value - value) / Math.abs(source.value || 1);
  if (Math.abs(difference) > roundingMax) return false;
  if (precision === 'above') return difference > 0;
  return precision === 'about' || difference < 0;
}

/** "80" and "more than 80" of a source must not become "less than 80". */
function isPrecisionSupported(precision: string, source: NumberFact): boolean {
  if (precision === 'about' || source.precision === 'about') return true;
  return source.precision === precision;
}

function isYear({ value, unit }: NumberFact, { year, month, day, other }: DateFact): boolean {
  if (other !== undefined) return false;
  const parts = [year, month, day].filter((part) => part !== undefined);
  return unit === undefined && parts.length === 1 && parts[0] === value;
}

function isSameDate(fact: DateFact, source: DateFact): boolean {
  if (fact.other !== undefined || source.other !== undefined) return fact.other === source.other;
  return isPart(fact.year, source.year) && isPart(fact.month, source.month) && isPart(fact.day, source.day);
}

function isPart(part: number | undefined, source: number | undefined): boolean {
  return part === undefined || part === source;
}

/** Whether a source has a year of the decade (`192X`) or century (`16XX`) that a summary mentions. */
function isWithinPeriod({ other }: DateFact, source: Fact): boolean {
  const period = /^(\d{2,3})X{1,2}$/.exec(other ?? '')?.[1];
  if (period === undefined) return false;
  const year = source.kind === 'date' ? source.year : source.unit === undefined ? source.value : undefined;
  return year !== undefined && year >= 100 && String(year).padStart(4, '0').startsWith(period);
}

/** A source may mention the year in another place than the day. */
function isDateAssembled(fact: Fact, sources: readonly Fact[]): boolean {
  if (fact.kind !== 'date' || fact.year === undefined || fact.month === undefined) return false;
  const dayOnly = { ...fact, year: undefined };
  const yearOnly = { ...fact, month: undefined, day: undefined };
  return (
    sources.some(
      (source) => source.kind === 'date' && source.year === undefined && isSameDate(dayOnly, source),
    ) && sources.some((source) => isSupportedBy(yearOnly, source))
  );
}
