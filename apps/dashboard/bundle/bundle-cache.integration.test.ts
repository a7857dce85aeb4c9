import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BundleCache } from './bundle-cache.ts';
import { bundleDashboard } from './bundle-dashboard.ts';
import { compressFile, type DashboardBundle } from './dashboard-file.ts';

const root = mkdtempSync(join(tmpdir(), 'quern-bundle-'));
const path = join(root, 'cache.json');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folder = '/dashboard/';
const inputs = ['a.ts', 'b.ts'];

describe('a bundle on disk', () => {
  const cache = new BundleCache(path, root);
  let bundle: DashboardBundle;
  beforeEach(async () => {
    bundle = {
      page: await compressFile('text/html', Buffer.from('<p>Mill</p>')),
      version: '1f',
      files: new Map([['main-1.js', await compressFile('text/javascript', Buffer.from('mill()'))]]),
    };
    for (const name of inputs) writeFileSync(join(root, name), name);
    await cache.write(folder, bundle, inputs);
  });

  it('is read as it was written, and only by its owner', async () => {
    expect(await cache.read(folder)).toEqual(bundle);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is not read for another folder', async () => {
    expect(await cache.read('/other/')).toBeUndefined();
  });

  it('is not read once an input has changed or is missing', async () => {
    writeFileSync(join(root, 'b.ts'), 'c');
    expect(await cache.read(folder)).toBeUndefined();
    rmSync(join(root, 'b.ts'));
    expect(await cache.read(folder)).toBeUndefined();
  });

  it.each<[string, (text: string) => string]>([
    ['shorter', (text) => text.slice(0, -20)],
    ['empty', () => ''],
    ['of another shape', () => '{"folder":"/dashboard/","inputs":{}}'],
    ['damaged inside', (text) => text.replace(/("gzip":"[^"]{20})[^"]{4}/, '$1////')],
  ])('is not read when it is %s', async (_case, damage) => {
    const text = readFileSync(path, 'utf8');
    const damaged = damage(text);
    expect(damaged).not.toBe(text);
    writeFileSync(path, damaged);
    expect(await cache.read(folder)).toBeUndefined();
  });

  it('is left out where it cannot be written', async () => {
    const missing = new BundleCache(join(root, 'missing', 'cache.json'), root);
    await missing.write(folder, bundle, inputs);
    expect(await missing.read(folder)).toBeUndefined();
  });
});

describe('bundleDashboard', () => {
  it('returns the same bundle without and with a cache, and from it', async () => {
    const cachePath = join(root, 'dashboard.json');
    const plain = await bundleDashboard({ folder });
    expect(await bundleDashboard({ folder, cachePath })).toEqual(plain);
    const { inputs: stored } = JSON.parse(readFileSync(cachePath, 'utf8')) as { inputs: object };
    const names = Object.keys(stored);
    expect(names).toContain('apps/dashboard/src/main.tsx');
    expect(names).toContain('apps/dashboard/bundle/bundle-dashboard.ts');
    expect(names).toContain('node_modules/esbuild/package.json');
    expect(await bundleDashboard({ folder, cachePath })).toEqual(plain);
  });

  it('reads the cache, and bundles again when it is for other sources', async () => {
    const cachePath = join(root, 'stale.json');
    await bundleDashboard({ folder, cachePath });
    const text = readFileSync(cachePath, 'utf8');
    const marked = text.replace(/"version":"[^"]*"/, '"version":"marked"');
    writeFileSync(cachePath, marked);
    expect((await bundleDashboard({ folder, cachePath })).version).toBe('marked');
    writeFileSync(cachePath, marked.replace(/("apps\/dashboard\/src\/main\.tsx":")[^"]*/, '$1other'));
    expect((await bundleDashboard({ folder, cachePath })).version).not.toBe('marked');
  });
});
