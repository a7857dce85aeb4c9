import { scalar } from './formula-parameters.ts';
import { compareValues, isRange, type Parameter, type Scalar, UncomputedFormula } from './formula-value.ts';

/** The numbers next to the values that meet a criterion. */
export function selected(
  range: Parameter | undefined,
  criterion: Parameter | undefined,
  summed: Parameter | undefined,
): number[] {
  const tested = range?.() ?? null;
  const added = summed?.() ?? tested;
  if (!isRange(tested) || !isRange(added)) throw new UncomputedFormula();
  const matches = criterionOf(criterion);
  const places = new Set<string>();
  for (const { row, column, value } of tested.cells) if (matches(value)) places.add(`${row} ${column}`);
  const numbers: number[] = [];
  for (const { row, column, value } of added.cells)
    if (places.has(`${row} ${column}`) && typeof value === 'number') numbers.push(value);
  return numbers;
}

/** A test such as `">=10"`, `"rye"`, or a number; not with wildcards. */
export function criterionOf(criterion: Parameter | undefined): (value: Scalar) => boolean {
  const given = scalar(criterion);
  if (typeof given !== 'string')
    return (value) => compareValues(value, given) === 0 && typeof value === typeof given;
  const [, operator = '', operand = ''] = /^(<>|<=|>=|=|<|>)?(.*)$/s.exec(given) ?? [];
  if (/[*?~]/.test(operand) || (operand === '' && operator !== '')) throw new UncomputedFormula();
  const number = operand.trim() === '' ? Number.NaN : Number(operand);
  const expected = Number.isNaN(number) ? operand : number;
  return (value) => {
    const isAlike = typeof value === typeof expected;
    if (operator === '<>') return !isAlike || compareValues(value, expected) !== 0;
    if (!isAlike) return false;
    const difference = compareValues(value, expected);
    if (operator === '<') return difference < 0;
    if (operator === '>') return difference > 0;
    if (operator === '<=') return difference <= 0;
    return operator === '>=' ? difference >= 0 : difference === 0;
  };
}
