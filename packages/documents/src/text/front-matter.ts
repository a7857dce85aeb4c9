/** Properties at the top of a Markdown file, by their names in lower case. */
export type FrontMatter = ReadonlyMap<string, string>;

const lengthMax = 20_000;
const fieldPattern = /^([A-Za-z][\w -]{0,50}):(?:\s+(.*))?$/;

/**
 * Reads the YAML front matter of a Markdown file: `---`, simple fields, `---`. Values are single lines, or lists of
 * them, which are joined by commas.
 *
 * @returns undefined if there is none
 */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const head = /^\ufeff?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(
    text.slice(0, lengthMax),
  )?.[1];
  if (head === undefined) return undefined;
  const fields = new Map<string, string>();
  let open = '';
  for (const line of head.split(/\r?\n/)) {
    const [, name = '', value = ''] = fieldPattern.exec(line) ?? [];
    if (name !== '') {
      open = name.toLowerCase();
      fields.set(open, unquote(value));
    } else if (open === '' && line.trim() !== '' && !line.startsWith('#')) return undefined;
    else {
      const item = unquote(/^\s*-\s+(.*)$/.exec(line)?.[1] ?? '');
      const before = fields.get(open) ?? '';
      if (item !== '') fields.set(open, before === '' ? item : `${before}, ${item}`);
    }
  }
  return fields.size > 0 ? fields : undefined;
}

function unquote(value: string): string {
  const text = value.trim();
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) return quoted;
  return text.replace(/\s+#.*$/, '').replace(/^\[(.*)\]$/, '$1');
}
