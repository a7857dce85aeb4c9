import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { launchChromium } from './launch-chromium.ts';
import { locateChromium } from './locate-chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-launch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that ends with the status of a crash for its first starts, then is Chromium; it counts its starts. */
async function makeUnreliable(crashes: number) {
  const files = await locateChromium('auto', join(folder, 'browser'));
  const log = join(folder, `starts-${crashes}`);
  const executable = join(folder, `chromium-${crashes}`);
  const script = `#!/bin/sh\necho start >> ${log}\n[ "$(wc -l < ${log})" -le ${crashes} ] && exit 139\nexec "${files.executable}" "$@"\n`;
  writeFileSync(executable, script, { mode: 0o755 });
  const starts = () => readFileSync(log, 'utf8').trim().split('\n').length;
  return { files: { ...files, executable }, starts };
}

describe('launchChromium', () => {
  it('starts the browser again after it crashed twice while starting', async () => {
    const { files, starts } = await makeUnreliable(2);
    const browser = await launchChromium(files, () => undefined);
    expect(browser.isConnected()).toBe(true);
    await browser.close();
    expect(starts()).toBeGreaterThanOrEqual(3);
  });

  it('fails if it crashes each time', async () => {
    const { files, starts } = await makeUnreliable(100);
    await expect(launchChromium(files, () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
    expect(starts()).toBeLessThanOrEqual(6);
  });
});
