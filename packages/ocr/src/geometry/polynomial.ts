import { solveLeastSquares } from './least-squares.ts';

/**
 * Fits a polynomial to points by least squares.
 *
 * @param xs about −1..1, as many as `ys`
 * @param degree reduced where there are too few points
 * @returns coefficients from the constant upward
 */
export function fitPolynomial(xs: readonly number[], ys: readonly number[], degree: number): number[] {
  const powers = Array.from({ length: Math.min(degree + 1, Math.max(1, xs.length)) }, (_, power) => power);
  return solveLeastSquares(
    xs.map((x, index) => ({ features: powers.map((power) => x ** power), value: ys[index] ?? 0, weight: 1 })),
    powers.map(() => 0),
  );
}

/** Evaluates a polynomial by Horner's rule. @param coefficients from the constant upward */
export function evaluatePolynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let index = coefficients.length - 1; index >= 0; index -= 1)
    value = value * x + (coefficients[index] ?? 0);
  return value;
}
