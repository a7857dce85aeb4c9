import { EngineError } from '@quern/runtime/engine-error';
import { describe, expect, it } from 'vitest';
import type { Engines } from './engines.ts';
import { recognizePages } from './recognize-pages.ts';

/** Recognizes the number of bytes of a file as its text, except of empty files. */
const ocrOf = (failure: Error): Engines['ocr'] => ({
  recognize: async (bytes, options) => {
    options?.signal?.throwIfAborted();
    if (bytes.length === 0) throw failure;
    const text = String(bytes.length);
    const pages = [
      {
        number: 1,
        startIndex: 0,
        endIndex: text.length,
        width: 1,
        height: 1,
        rotation: 0 as const,
        confidence: 1,
      },
    ];
    const result = { text, lines: [], tables: [], pages, confidence: 1, warnings: [] };
    options?.onPage?.(1, 1, result);
    return result;
  },
  createSearchablePdf: async (bytes) => bytes,
});
const unread = {
  unreadPages: [2, 3, 5],
  unreadParts: [
    { part: 1, bytes: new Uint8Array(3), pages: [1] },
    { part: 4, bytes: new Uint8Array(), pages: [1, 2] },
    { part: 7, bytes: new Uint8Array(5), pages: [1] },
  ],
};
const damaged = new EngineError('image', 'unreadable', 'The image is damaged.');

describe('recognizePages of files inside of a document', () => {
  it('notes the files that cannot be recognized, and reports the progress of all pages', async () => {
    const progress: [number, number][] = [];
    const { recognizedParts } = await recognizePages(ocrOf(damaged), new Uint8Array(), unread, {
      signal: new AbortController().signal,
      onPage: (done, total) => void progress.push([done, total]),
    });
    expect(recognizedParts?.map(({ part, pages, problem }) => [part, pages.length, problem])).toEqual([
      [1, 1, undefined],
      [4, 0, 'The image is damaged.'],
      [7, 1, undefined],
    ]);
    expect(progress.at(-1)).toEqual([4, 4]);
    expect(progress.map(([done]) => done)).toEqual(progress.map(([done]) => done).toSorted((a, b) => a - b));
  });

  it('rejects when recognition is not available, and when the request is canceled', async () => {
    const signal = new AbortController().signal;
    const unavailable = new EngineError('image', 'unavailable', 'No sharp.');
    await expect(recognizePages(ocrOf(unavailable), new Uint8Array(), unread, { signal })).rejects.toBe(
      unavailable,
    );
    const canceled = new EngineError('image', 'unreadable', 'canceled');
    await expect(
      recognizePages(ocrOf(damaged), new Uint8Array(), unread, { signal: AbortSignal.abort(canceled) }),
    ).rejects.toBe(canceled);
  });
});
