import { hostileGenerators } from '@quern/testing/hostile-input/hostile-generators';
import { describe, expect, it } from 'vitest';
import { runInput } from '../abuse/measure-cpu-growth.ts';

/** Share of the default size: small enough for all generators to run in half a minute. */
const share = 1 / 20;
const factor = 4;
/**
 * Input that is four times as long may take seven times as long, and the allowance in addition: at these sizes garbage
 * collection and compilation weigh much more than in run-cpu-growth.ts, which bounds a doubling by 2.3 at full size. A PDF
 * of any size may take 40 million calls of functions of PDFium, which takes some 0.3 s.
 */
const ratioMax = 7;
const allowanceMs = 600;
const attempts = 3;

describe('hostile input', () => {
  it.each(hostileGenerators)('takes CPU time in proportion to the size of $kind $name', async (generator) => {
    const size = Math.max(4, Math.round(generator.size * share));
    const [small, large] = [await generator.generate(size), await generator.generate(size * factor)];
    let excessMs = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts && excessMs > 0; attempt++) {
      const [first, second] = [await runInput(generator.kind, small), await runInput(generator.kind, large)];
      excessMs = Math.min(excessMs, second.cpuMs - ratioMax * first.cpuMs - allowanceMs);
    }
    expect(excessMs).toBeLessThanOrEqual(0);
  });
});
