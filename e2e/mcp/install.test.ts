import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type QuernRun, runQuern } from '@quern/testing/service/run-quern';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMcpClient } from './connect-mcp.ts';

let service: TestService;
let home: string;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'quern-home-'));
  return () => rm(home, { recursive: true, force: true });
});

const install = (...args: readonly string[]): Promise<QuernRun> => {
  const settings = { HOME: home, QUERN_URL: service.url, QUERN_API_KEY: testApiKey };
  return runQuern(['mcp', 'install', ...args], { settings });
};

describe('quern mcp install', () => {
  it('writes a private file, and nothing the second time', async () => {
    const file = join(home, '.cursor/mcp.json');
    expect(await install('--client', 'cursor')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(file),
    });
    const text = await readFile(file, 'utf8');
    const headers = { Authorization: `Bearer ${testApiKey}` };
    expect(JSON.parse(text)).toEqual({ mcpServers: { quern: { url: `${service.url}/mcp`, headers } } });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await install('--client', 'cursor');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('configured already') });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await readdir(join(home, '.cursor'))).toEqual(['mcp.json']);
  });

  it('keeps the other entries, the mode and the link of a file', async () => {
    const [target, file] = [join(home, 'shared.json'), join(home, 'mcp.json')];
    await writeFile(target, '{\n    // mine\n    "servers": {"other": {"url": "http://b"}}\n}\n');
    await chmod(target, 0o640);
    await symlink(target, file);
    expect(await install('--client', 'vscode', '--file', file, '--name', 'mill')).toMatchObject({ code: 0 });
    const text = await readFile(target, 'utf8');
    expect(text).toContain('    // mine\n');
    expect(text).toMatch(/"other": \{\s*"url": "http:\/\/b"\s*\}/);
    expect(text).toContain('"mill": {');
    expect([(await lstat(file)).isSymbolicLink(), (await stat(target)).mode & 0o777]).toEqual([true, 0o640]);
  });

  it('replaces neither another entry of the name nor a file that it does not understand', async () => {
    const file = join(home, 'mcp.json');
    for (const text of ['{"mcpServers": {"quern": {"url": "http://mine"}}}', '{"mcpServers": ', 'a: 1\n']) {
      await writeFile(file, text);
      const { code, stderr } = await install('--client', 'cursor', '--file', file);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/--name|--print/)]);
      expect(await readFile(file, 'utf8')).toBe(text);
    }
  });

  it('adds a table to the TOML of Codex, and keeps what is in the file', async () => {
    const file = join(home, '.codex/config.toml');
    const text = 'model = "x" # mine\n\n[mcp_servers.other]\ncommand = "y"';
    await mkdir(join(home, '.codex'));
    await writeFile(file, text);
    expect(await install('--client', 'codex')).toMatchObject({ code: 0 });
    const added = `\n\n[mcp_servers.quern]\nurl = "${service.url}/mcp"\n\n[mcp_servers.quern.http_headers]\nAuthorization = "Bearer ${testApiKey}"\n`;
    expect(await readFile(file, 'utf8')).toBe(text + added);
    expect((await install('--client', 'codex')).stdout).toContain('configured already');
    expect((await install('--client', 'codex', '--print', '--name', 'mill')).stdout).toContain(
      '[mcp_servers.mill]\n',
    );
    expect(await readFile(file, 'utf8')).toBe(text + added);
  });

  it('prints an entry that works, and writes nothing', async () => {
    const { code, stdout } = await install('--client', 'claude-desktop', '--print');
    expect([code, await readdir(home)]).toEqual([0, []]);
    interface Printed {
      readonly mcpServers: {
        readonly quern: { command: string; args: string[]; env: Record<string, string> };
      };
    }
    const { quern } = (JSON.parse(stdout) as Printed).mcpServers;
    const client = createMcpClient({});
    await client.connect(new StdioClientTransport({ ...quern, stderr: 'ignore' }));
    expect((await client.listTools()).tools.length).toBeGreaterThan(9);
    await client.close();
  });

  it('names the clients that it knows', async () => {
    const { code, stderr } = await install('--client', 'emacs');
    expect([code, stderr]).toEqual([2, expect.stringContaining('claude, claude-desktop, cursor, vscode')]);
    expect(await install('--client', 'cursor', '--name', '../x')).toMatchObject({ code: 2 });
    expect(await readdir(home)).toEqual([]);
  });
});
