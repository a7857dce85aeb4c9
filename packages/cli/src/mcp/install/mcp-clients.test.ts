import { describe, expect, it } from 'vitest';
import { mcpClients } from './mcp-clients.ts';

const files = (platform: NodeJS.Platform): string[] =>
  [...mcpClients.values()].map(({ file }) => file({ platform, home: '/home/ada' }));

describe('mcpClients', () => {
  it('knows where clients keep the configuration of a user', () => {
    expect(files('linux')).toEqual([
      '/home/ada/.claude.json',
      '/home/ada/.config/Claude/claude_desktop_config.json',
      '/home/ada/.cursor/mcp.json',
      '/home/ada/.config/Code/User/mcp.json',
      '/home/ada/.codeium/windsurf/mcp_config.json',
      '/home/ada/.gemini/settings.json',
      '/home/ada/.codex/config.toml',
    ]);
    expect(files('darwin')).toContain('/home/ada/Library/Application Support/Code/User/mcp.json');
    expect(files('win32').some((file) => /AppData.Roaming.Claude/.test(file))).toBe(true);
  });

  it('connects to the address with the key, or starts the command', () => {
    const service = {
      endpoint: 'http://a/mcp',
      baseUrl: 'http://a',
      apiKey: 'k',
      command: ['node', 'quern.mjs', 'mcp'] as [string, ...string[]],
    };
    const headers = { Authorization: 'Bearer k' };
    expect([...mcpClients.values()].map(({ entry }) => entry(service))).toEqual([
      { type: 'http', url: 'http://a/mcp', headers },
      { command: 'node', args: ['quern.mjs', 'mcp'], env: { QUERN_URL: 'http://a', QUERN_API_KEY: 'k' } },
      { url: 'http://a/mcp', headers },
      { type: 'http', url: 'http://a/mcp', headers },
      { serverUrl: 'http://a/mcp', headers },
      { httpUrl: 'http://a/mcp', headers },
      { url: 'http://a/mcp', http_headers: headers },
    ]);
  });
});
