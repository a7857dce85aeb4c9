import { describe, expect, it } from 'vitest';
import { addEntry } from './add-entry.ts';

const entry = { member: 'mcpServers', name: 'quern', value: { url: 'http://a/mcp' } };

describe('addEntry', () => {
  it.each(['', '  \n', '{}', '{"mcpServers": {}}', '{"mcpServers": {"quern2": {}},}'])(
    'adds the entry to %j',
    (text) => {
      expect(addEntry(text, entry)).toContain('"quern": {\n');
    },
  );

  it('leaves other values and comments as they are, and continues the indentation and the line ends', () => {
    const lines = [
      '{',
      '\t// mine',
      '\t"id": 12345678901234567890123,',
      '\t"mcpServers": {',
      '\t\t"other": { "command": "x" } /* kept */',
      '\t},',
      '\t"__proto__": 1.50',
      '}',
      '',
    ];
    const added = addEntry(lines.join('\r\n'), entry) ?? '';
    for (const line of [...lines.slice(0, 4), ...lines.slice(6, 8)]) expect(added).toContain(`${line}\r\n`);
    expect(added).toMatch(/"other": \{\s*"command": "x"\s*\}/);
    expect(added).toContain('/* kept */');
    expect(added).toContain('\t\t"quern": {\r\n\t\t\t"url": "http://a/mcp"\r\n\t\t}');
  });

  it('changes nothing if the entry is present', () => {
    expect(addEntry('{"mcpServers": {"quern": {"url": "http://a/mcp"}}}', entry)).toBeUndefined();
  });

  it('does not replace another entry of the name', () => {
    expect(() => addEntry('{"mcpServers": {"quern": {"url": "http://b/mcp"}}}', entry)).toThrow(
      'the file has another entry "quern"',
    );
  });

  it.each(['{', '[]', '7', '{"mcpServers": []}', '{"mcpServers": null}', '{"a": 1 "b": 2}', 'servers: {}'])(
    'refuses the file %j',
    (text) => {
      expect(() => addEntry(text, entry)).toThrow('use --print');
    },
  );
});
