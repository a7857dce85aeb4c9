import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { addTomlEntry } from './add-toml-entry.ts';

const value = { url: 'http://a/mcp', http_headers: { Authorization: 'Bearer k' } };
const entry = { member: 'mcp_servers', name: 'quern', value };

describe('addTomlEntry', () => {
  it.each([
    '',
    '\n',
    'model = "x"',
    'model = "x" # mine\r\n\r\n[mcp_servers.other]\r\ncommand = "y"\r\n',
    '[mcp_servers]\n[mcp_servers.other.env]\nA = "b"\n[projects."/home/a b"]\ntrust_level = "trusted"\n',
    'mcp_servers.other.command = "y"\n',
    'id = 12345678901234567890\nday = 2026-01-01\nlist = [\n  1,\n]\ntext = """\n[mcp_servers.quern]\n"""\n',
    '[[rules]]\na = 1\n[[rules]]\na = 2\n',
  ])('keeps %j and adds the entry after it', (text) => {
    const added = addTomlEntry(text, entry) ?? '';
    expect(added.startsWith(text)).toBe(true);
    const options = { integersAsBigInt: 'asNeeded' } as const;
    const before = parse(text, options);
    expect(parse(added, options)).toEqual({
      ...before,
      mcp_servers: { ...(before['mcp_servers'] as object | undefined), quern: value },
    });
    expect(/[^\r]\n/.test(added)).toBe(!text.includes('\r\n'));
    expect(addTomlEntry(added, entry)).toBeUndefined();
  });

  it.each([
    '[mcp_servers.quern]\nhttp_headers = { Authorization = "Bearer k" }\nurl = "http://a/mcp"\n',
    'mcp_servers = { quern = { url = "http://a/mcp", http_headers = { Authorization = "Bearer k" } } }\n',
  ])('changes nothing if the entry is present: %j', (text) => {
    expect(addTomlEntry(text, entry)).toBeUndefined();
  });

  it('does not replace another entry of the name', () => {
    expect(() => addTomlEntry('[mcp_servers.quern]\nurl = "http://b/mcp"\n', entry)).toThrow(
      'the file has another entry "quern"',
    );
  });

  it.each([
    'model = ',
    '{}',
    '"""',
    'mcp_servers = {}\n',
    'mcp_servers = 7\n',
    '[[mcp_servers]]\nurl = "http://b"\n',
    'a = 1\na = 2\n',
  ])('refuses the file %j', (text) => {
    expect(() => addTomlEntry(text, entry)).toThrow('use --print');
  });
});
