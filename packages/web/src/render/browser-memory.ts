import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

export interface BrowserMemory {
  /** Anonymous memory of all its processes together; 0 where the system does not tell (not Linux). */
  readonly bytes: number;
  /** The page process that holds most. */
  readonly largestPage: { readonly pid: number; readonly bytes: number } | undefined;
}

/** Memory of a browser and its child processes: what is theirs alone, without the code that they share. */
export async function measureBrowserMemory(browser: Browser): Promise<BrowserMemory> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(
      processInfo.map(async ({ id, type }) => ({ pid: id, type, bytes: await anonymousBytes(id) })),
    );
    const pages = sizes.filter(({ type }) => type === 'renderer').sort((a, b) => b.bytes - a.bytes);
    return { bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0), largestPage: pages[0] };
  } finally {
    await session.detach().catch(() => undefined);
  }
}

async function anonymousBytes(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^RssAnon:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // The process has ended, or this is no Linux.
    return 0;
  }
}
