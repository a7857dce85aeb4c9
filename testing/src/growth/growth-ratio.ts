import { countSteps } from './count-steps.ts';
import { growthMeasure } from './growth-measure.ts';
import { measureCpuTime } from './measure-cpu-time.ts';

/** Smaller measurements count as this: shorter times are noise, and fewer steps are the constant part of the work. */
const floors = { steps: 200, cpu: 2 };

/** Factor for the sizes of inputs: short work is measured exactly by its steps, and not at all by its CPU time. */
export const growthScale = growthMeasure === 'cpu' ? 5 : 1;

/**
 * Measures how some work grows with its input, to test its complexity. Linear work gives about the ratio of the two
 * input sizes, quadratic work the square of it. `npm test` counts the steps of JavaScript, which are the same in every
 * run; `npm run soak -- growth` measures CPU time (milliseconds), which includes regular expressions.
 *
 * For tests in `*.growth.test.ts`, where steps are counted, of work that the calling thread does.
 *
 * @returns the measurement for `large` divided by that for `small`
 */
export async function growthRatio<Input>(
  work: (input: Input) => unknown,
  small: Input,
  large: Input,
): Promise<number> {
  // Computes tables and the like, which are needed once, before anything is counted.
  await work(small);
  const measured = async (input: Input): Promise<number> =>
    growthMeasure === 'cpu' ? measureCpuTime(() => work(input)) : countSteps(() => work(input));
  return (await measured(large)) / Math.max(await measured(small), floors[growthMeasure]);
}
