import { describe, expect, it } from 'vitest';
import { estimateTask } from './estimate-task.ts';

describe('estimateTask', () => {
  it('grows with the length of the text and stops being small', () => {
    const short = estimateTask('analyzeSentiment', { text: 'It works.' });
    const long = estimateTask('analyzeSentiment', { text: 'It works. '.repeat(1000) });
    expect(long.ms).toBeGreaterThan(short.ms);
    expect([short.isSmall, long.isSmall]).toEqual([true, false]);
  });

  it('treats no document as small, since a packed file may cost far more than its length', () => {
    const bytes = new Uint8Array(10);
    expect(estimateTask('convertDocument', { bytes, options: {}, withText: false }).isSmall).toBe(false);
    expect(estimateTask('prepareText', { files: [{ bytes }] }).isSmall).toBe(false);
    expect(estimateTask('prepareText', { content: 'A text.' }).isSmall).toBe(true);
  });
});
