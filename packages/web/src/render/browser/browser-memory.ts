import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

/** Memory of a browser and its child processes. */
export interface BrowserMemory {
  /** Anonymous memory of all processes together, in bytes; 0 on systems other than Linux. */
  readonly bytes: number;
  /** The page process that uses the most memory. */
  readonly largestPage: { readonly pid: number; readonly bytes: number } | undefined;
  /** Process ids of the browser and its children. */
  readonly pids: readonly number[];
}

/**
 * Measures the anonymous memory of a browser and its child processes. Code pages, which the processes share, are not
 * counted.
 */
export async function measureBrowserMemory(browser: Browser): Promise<BrowserMemory> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(
      processInfo.map(async ({ id, type }) => ({ pid: id, type, bytes: await anonymousBytes(id) })),
    );
    const pages = sizes.filter(({ type }) => type === 'renderer').sort((a, b) => b.bytes - a.bytes);
    return {
      bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      largestPage: pages[0],
      pids: sizes.map(({ pid }) => pid),
    };
  } finally {
    await session.detach().catch(() => undefined);
  }
}

async function anonymousBytes(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^RssAnon:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // The process has ended, or the system is not Linux.
    return 0;
  }
}
