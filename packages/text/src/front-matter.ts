/** Properties at the top of a Markdown file. */
export interface FrontMatter {
  /** Offset after the closing fence. */
  readonly endIndex: number;
  /** Values by the names of their fields in lower case; lists are joined by commas. */
  readonly fields: ReadonlyMap<string, string>;
}

const lengthMax = 20_000;
const fencePattern = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n/;
const fieldPattern = /^([A-Za-z][\w .-]{0,50}?)(?:\s*=\s*|\s*:(?:\s+|$))(.*)$/;
/** Lines that go on with a field, comments, and the sections of TOML. */
const otherPattern = /^(?:\s|#|-(?:\s|$)|[}\])]|\[[\w.[\]"-]{1,100}\]\s*$|$)/;

/**
 * Reads the front matter of a Markdown file: YAML between `---`, or TOML between `+++`. Values are single lines, or lists
 * of them.
 *
 * @returns undefined if the text does not begin with fields between fences
 */
export function readFrontMatter(source: string): FrontMatter | undefined {
  const opening = fencePattern.exec(source);
  if (opening === null) return undefined;
  const closing = opening[1] === '---' ? /^(?:---|\.\.\.)[ \t]*$/m : /^\+\+\+[ \t]*$/m;
  const rest = source.slice(opening[0].length, lengthMax);
  const end = closing.exec(rest.replace(/\r(?=\n)/g, ' '));
  if (end === null) return undefined;
  const fields = new Map<string, string>();
  let open = '';
  for (const line of rest.slice(0, end.index).split(/\r?\n/)) {
    const [, name, value = ''] = fieldPattern.exec(line) ?? [];
    if (name !== undefined) {
      open = name.toLowerCase();
      fields.set(open, unquote(value));
      continue;
    }
    if (!otherPattern.test(line)) return undefined;
    const item = unquote(/^\s*-\s+(.*)$/.exec(line)?.[1] ?? '');
    const before = fields.get(open) ?? '';
    if (open !== '' && item !== '') fields.set(open, before === '' ? item : `${before}, ${item}`);
  }
  const length = end[0].trimEnd().length;
  return fields.size === 0 ? undefined : { endIndex: opening[0].length + end.index + length, fields };
}

function unquote(value: string): string {
  const text = value.trim();
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) return quoted;
  return text
    .replace(/\s#.*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .trim();
}
