import type { Browser } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { RenderError } from './browser/render-error.ts';
import { createPageRenderer } from './page-renderer.ts';

const launching = Promise.withResolvers<Browser>();

vi.mock('./browser/locate-chromium.ts', () => ({
  locateChromium: async () => ({ executable: 'chromium', environment: {} }),
}));
vi.mock('./browser/launch-chromium.ts', () => ({
  guardProxyHost: 'guard.test',
  launchChromium: () => launching.promise,
}));

describe('createPageRenderer', () => {
  it('lets 128 pages wait, rejects further ones with busy, and aborted ones with aborted', async () => {
    const renderer = createPageRenderer({
      chromium: 'auto',
      installDir: '/tmp',
      concurrentPagesMax: 1,
      memoryBytesMax: 1e9,
      timeoutMs: 60_000,
      bytesMax: 1000,
      htmlLengthMax: 1000,
      allow: [],
      userAgent: 'Quern/test',
      onWarning: () => undefined,
    });
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'rendered',
        (error: unknown) => (error instanceof RenderError ? error.code : error),
      );
    const url = 'http://example.org/';
    const controller = new AbortController();
    const first = codeOf(renderer.render({ url }));
    const waiting = Array.from({ length: 128 }, () =>
      codeOf(renderer.render({ url, signal: controller.signal })),
    );
    expect(await codeOf(renderer.render({ url }))).toBe('busy');
    controller.abort();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['aborted']));
    launching.reject(new RenderError('unavailable', 'no browser'));
    expect(await first).toBe('unavailable');
    expect(await codeOf(renderer.render({ url }))).toBe('unavailable');
    await renderer.close();
  });
});
