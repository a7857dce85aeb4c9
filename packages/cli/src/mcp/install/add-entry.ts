import { isDeepStrictEqual } from 'node:util';
import jsonc from 'jsonc-parser';
import { UsageError } from '../../usage-error.ts';

/** An entry to add to a configuration. */
export interface NewEntry {
  /** The member of the file that has the entries. */
  readonly member: string;
  readonly name: string;
  readonly value: object;
}

/**
 * Adds an entry to the text of a configuration file, which is JSON with comments. Other values and comments stay as they are.
 *
 * @param text empty for a new file
 * @returns the new text; undefined if the file has the entry already
 * @throws UsageError if the text is malformed, or has another entry with the name
 */
export function addEntry(text: string, { member, name, value }: NewEntry): string | undefined {
  const source = text.trim() === '' ? '{}\n' : text;
  const errors: jsonc.ParseError[] = [];
  const root = jsonc.parseTree(source, errors, { allowTrailingComma: true });
  const entries = root && jsonc.findNodeAtLocation(root, [member]);
  if (errors.length > 0 || root?.type !== 'object' || (entries !== undefined && entries.type !== 'object')) {
    throw new UsageError(
      `the file is not a configuration with an object ${member}; use --print, and add the entry yourself`,
    );
  }
  const present = jsonc.findNodeAtLocation(root, [member, name]);
  if (present !== undefined) {
    if (isSameValue(jsonc.getNodeValue(present), value)) return undefined;
    throw otherEntry(name);
  }
  const formattingOptions = { ...detectIndentation(source), eol: source.includes('\r\n') ? '\r\n' : '\n' };
  return jsonc.applyEdits(source, jsonc.modify(source, [member, name], value, { formattingOptions }));
}

/** The error for a name that another entry has. */
export const otherEntry = (name: string): UsageError =>
  new UsageError(`the file has another entry ${JSON.stringify(name)}; remove it, or choose a --name`);

/** Compares values of JSON. Objects of the parser have no prototype. */
const isSameValue = (left: unknown, right: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(left)), right);

const indentationDefault = 2;

/** The indentation of the first indented member. */
function detectIndentation(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const [, indentation = ''] = /^([ \t]+)"/m.exec(text) ?? [];
  return {
    insertSpaces: !indentation.startsWith('\t'),
    tabSize: indentation.startsWith(' ') ? indentation.length : indentationDefault,
  };
}
