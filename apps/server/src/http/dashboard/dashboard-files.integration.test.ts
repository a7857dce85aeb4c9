import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DashboardFiles } from './dashboard-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-dashboard-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the dashboard is bundled once for concurrent first requests', async () => {
  const cachePath = join(folder, 'bundle.json');
  const files = new DashboardFiles([], cachePath);
  expect(existsSync(cachePath)).toBe(false);
  const bundles = await Promise.all(Array.from({ length: 10 }, () => files.bundle()));
  expect(new Set(bundles).size).toBe(1);
  expect(existsSync(cachePath)).toBe(true);
  // Another process reads what this one has bundled.
  const other = await new DashboardFiles([], cachePath).bundle();
  expect(other.version).toBe(bundles[0]?.version);
});
