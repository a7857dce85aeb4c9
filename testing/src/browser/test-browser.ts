import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateChromium } from '@quern/web/render/locate-chromium';
import { createPageRenderer, type PageRendererOptions } from '@quern/web/render/page-renderer';
import { repositoryRoot } from '../repository-root.ts';

/** Unpacked once for all tests and benchmarks. */
const browserFolder = join(repositoryRoot, 'node_modules/.cache/quern-browser');

const missing = await locateChromium('auto', browserFolder).then(
  () => undefined,
  (error: Error) => error.message,
);

/** For `describe.skipIf(lacksBrowser())`: true when no Chromium starts here; an error where nothing may be skipped. */
export function isBrowserMissing(): boolean {
  if (missing !== undefined && process.env['QUERN_TEST_REQUIRE'] === 'all') {
    throw new Error(`these tests need a browser (${missing}), and QUERN_TEST_REQUIRE=all forbids skipping`);
  }
  return missing !== undefined;
}

/** The files of the browser itself, for tests that start one of their own. */
export const locateTestChromium = () => locateChromium('auto', browserFolder);

/** A data folder for a service whose browser is unpacked already. */
export function createDataDirWithBrowser(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quern-data-'));
  mkdirSync(browserFolder, { recursive: true });
  symlinkSync(browserFolder, join(folder, 'browser'));
  return folder;
}

/** A renderer of its own, which may reach 127.0.0.1 and no other private address. */
export function createTestRenderer(options: Partial<PageRendererOptions> = {}) {
  const reports: string[] = [];
  const renderer = createPageRenderer({
    chromium: 'auto',
    installDir: browserFolder,
    concurrentPagesMax: 4,
    memoryBytesMax: 2e9,
    timeoutMs: 20_000,
    bytesMax: 20_000_000,
    htmlLengthMax: 5_000_000,
    allow: ['127.0.0.1/32'],
    userAgent: 'Quern/test',
    onWarning: (message) => void reports.push(message),
    ...options,
  });
  return { ...renderer, reports };
}
