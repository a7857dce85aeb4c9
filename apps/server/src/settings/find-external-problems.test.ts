import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findExternalProblems } from './find-external-problems.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'file');
writeFileSync(file, '');
const executable = join(folder, 'chromium');
writeFileSync(executable, '', { mode: 0o700 });

const unknownHost = () => Promise.reject(new Error('getaddrinfo ENOTFOUND'));

describe('findExternalProblems', () => {
  it('accepts folders that exist or can be created, executables, and hosts that resolve', async () => {
    const settings = {
      dataDir: join(folder, 'new', 'data'),
      modelsDir: folder,
      chromium: executable,
      databaseUrl: 'postgres://quern:secret@db.example.org/quern',
    };
    expect(await findExternalProblems(settings, { resolveHost: () => Promise.resolve() })).toEqual([]);
    expect(await findExternalProblems({ dataDir: folder, chromium: 'auto' })).toEqual([]);
    expect(await findExternalProblems({ chromium: 'off' })).toEqual([]);
  });

  it.each([join(file, 'data'), file])(
    'rejects the data folder %s, which is or is in a file',
    async (dataDir) => {
      const [problem] = await findExternalProblems({ dataDir });
      expect(problem).toMatch(/^QUERN_DATA_DIR: .*cannot be a folder: .*file is a file.* such as /);
    },
  );

  it('rejects a data folder that is not writable, or cannot be created', async () => {
    const probes = { canAccess: () => false };
    const [whole] = await findExternalProblems({ dataDir: folder }, probes);
    expect(whole).toBe(
      `QUERN_DATA_DIR: ${folder} is not writable for the user of this process; change its owner, or name another folder, such as /var/lib/quern`,
    );
    const [below] = await findExternalProblems({ dataDir: join(folder, 'a', 'b') }, probes);
    expect(below).toContain(
      `QUERN_DATA_DIR: ${join(folder, 'a', 'b')} cannot be created: ${folder} is not writable`,
    );
  });

  it('rejects a models folder that is a file', async () => {
    const [problem] = await findExternalProblems({ modelsDir: file });
    expect(problem).toMatch(/^QUERN_MODELS_DIR: .* is not a readable folder; name one, such as /);
  });

  it('rejects a browser that does not exist, or is not executable', async () => {
    const paths = ['/nope', file, folder];
    const problems = await Promise.all(paths.map((chromium) => findExternalProblems({ chromium })));
    expect(problems.map(([problem]) => problem)).toEqual([
      'QUERN_CHROMIUM: /nope does not exist; name an executable, such as /usr/bin/chromium, or auto, or off',
      expect.stringMatching(/^QUERN_CHROMIUM: .*file is not executable; /),
      expect.stringMatching(/^QUERN_CHROMIUM: .* is not executable; /),
    ]);
  });

  it('names a database host that cannot be resolved, without the password', async () => {
    const databaseUrl = 'postgres://quern:secret@db.example.org:5432/quern';
    const problems = await findExternalProblems({ databaseUrl }, { resolveHost: unknownHost });
    expect(problems).toEqual([
      expect.stringMatching(/^DATABASE_URL: the host db\.example\.org cannot be resolved; /),
    ]);
    expect(problems.join()).not.toContain('secret');
  });

  it.each(['postgres://u@127.0.0.1/d', 'postgres://u@[::1]:5432/d', 'postgres:///d?host=/run/postgresql'])(
    'does not resolve an address or a socket: %s',
    async (databaseUrl) => {
      expect(await findExternalProblems({ databaseUrl }, { resolveHost: unknownHost })).toEqual([]);
    },
  );
});
