import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateChromium } from '@quern/web/render/browser/locate-chromium';
import { createPageRenderer, type PageRendererOptions } from '@quern/web/render/page-renderer';
import { repositoryRoot } from '../repository-root.ts';

/** The browser is unpacked once for all tests and benchmarks. */
const browserFolder = join(repositoryRoot, 'node_modules/.cache/quern-browser');

const missing = await locateChromium('auto', browserFolder).then(
  () => undefined,
  (error: Error) => error.message,
);

/**
 * Whether no Chromium can be started here, for `describe.skipIf(isBrowserMissing())`.
 *
 * @throws Error if it is missing and QUERN_TEST_REQUIRE is `all`.
 */
export function isBrowserMissing(): boolean {
  if (missing !== undefined && process.env['QUERN_TEST_REQUIRE'] === 'all') {
    throw new Error(`these tests need a browser (${missing}), and QUERN_TEST_REQUIRE=all forbids skipping`);
  }
  return missing !== undefined;
}

/** The files of the browser, for tests that launch it themselves. */
export const locateTestChromium = () => locateChromium('auto', browserFolder);

/** Creates a data directory for a service, with the browser already unpacked. */
export function createDataDirWithBrowser(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quern-data-'));
  mkdirSync(browserFolder, { recursive: true });
  symlinkSync(browserFolder, join(folder, 'browser'));
  return folder;
}

/** Creates a renderer that may reach 127.0.0.1, but no other private address. `reports` collects its warnings. */
export function createTestRenderer(options: Partial<PageRendererOptions> = {}) {
  const reports: string[] = [];
  const renderer = createPageRenderer({
    chromium: 'auto',
    installDir: browserFolder,
    concurrentPagesMax: 4,
    memoryBytesMax: 2e9,
    timeoutMs: 100_000,
    bytesMax: 20_000_000,
    htmlLengthMax: 5_000_000,
    allow: ['127.0.0.1/32'],
    userAgent: 'Quern/test',
    onWarning: (message) => void reports.push(message),
    ...options,
  });
  return { ...renderer, reports };
}
