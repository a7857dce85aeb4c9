import {
  type FormulaError,
  isError,
  isRange,
  type Parameter,
  type Scalar,
  toBoolean,
  toNumber,
  toText,
  UncomputedFormula,
  wrongValue,
} from './formula-value.ts';

/** A function of formulas. */
export type FormulaFunction = (parameters: readonly Parameter[]) => Scalar;

/** An error value inside of a function, which is its result. */
class ErrorResult extends Error {
  readonly value: FormulaError;

  constructor(value: FormulaError) {
    super();
    this.value = value;
  }
}

/** Makes error values of the parameters the result of a function. */
export function catching(call: FormulaFunction): FormulaFunction {
  return (parameters) => {
    try {
      return call(parameters);
    } catch (error) {
      if (error instanceof ErrorResult) return error.value;
      throw error;
    }
  };
}

/** Ends a function with an error value. */
export function fail(value: FormulaError): never {
  throw new ErrorResult(value);
}

/** @throws UncomputedFormula for a range */
export function scalar(parameter: Parameter | undefined): Scalar {
  const value = parameter?.() ?? null;
  if (isRange(value)) throw new UncomputedFormula();
  return value;
}

/** @param standard the value if the parameter is left out */
export function number(parameter: Parameter | undefined, standard?: number): number {
  if (parameter === undefined && standard !== undefined) return standard;
  const value = toNumber(scalar(parameter));
  return isError(value) ? fail(value) : value;
}

/** A count of characters. */
export function size(parameter: Parameter | undefined, standard?: number): number {
  const value = number(parameter, standard);
  return value < 0 ? fail(wrongValue) : Math.trunc(value);
}

/** The text of a parameter, as `&` converts it. */
export function text(parameter: Parameter | undefined): string {
  return textOfValue(scalar(parameter));
}

/** The text of a value; an error value ends the function. */
export function textOfValue(value: Scalar): string {
  const written = toText(value);
  return isError(written) ? fail(written) : written;
}

/** The truth value of a parameter, as conditions convert it. */
export function truth(parameter: Parameter | undefined): boolean {
  const value = toBoolean(scalar(parameter));
  return isError(value) ? fail(value) : value;
}

/** All values of a parameter that are not empty. */
export function valuesIn(parameter: Parameter | undefined): Scalar[] {
  const value = parameter?.() ?? null;
  if (!isRange(value)) return value === null ? [] : [value];
  return Array.from(value.cells, (cell) => cell.value);
}

/** Numbers of ranges, and of texts that are parameters themselves. @param ignoresErrors for counting */
export function numbersIn(parameters: readonly Parameter[], ignoresErrors = false): number[] {
  const numbers: number[] = [];
  for (const parameter of parameters) {
    const given = parameter();
    const values = isRange(given) ? Array.from(given.cells, ({ value }) => value) : [given ?? 0];
    for (const value of values) {
      const converted =
        isRange(given) && typeof value !== 'number' && !isError(value) ? null : toNumber(value);
      if (typeof converted === 'number') numbers.push(converted);
      else if (isError(converted) && !ignoresErrors) fail(converted);
    }
  }
  return numbers;
}

/** Truth values and numbers of all parameters; texts do not count. */
export function truthsIn(parameters: readonly Parameter[]): boolean[] {
  const values = parameters.flatMap(valuesIn).filter((value) => typeof value !== 'string');
  return values.length === 0
    ? fail(wrongValue)
    : values.map((value) => (isError(value) ? fail(value) : Boolean(value)));
}
