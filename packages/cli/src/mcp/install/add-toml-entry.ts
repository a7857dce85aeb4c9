import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { isRecord } from '../../is-record.ts';
import { UsageError } from '../../usage-error.ts';
import { type NewEntry, otherEntry } from './add-entry.ts';

/**
 * Adds an entry as tables at the end of a configuration file in TOML 1.0, which leaves all that is before it as it is.
 *
 * @param text empty for a new file
 * @returns the new text; undefined if the file has the entry already
 * @throws UsageError if the text is malformed, has another entry with the name, or cannot be continued by a table
 */
export function addTomlEntry(text: string, entry: NewEntry): string | undefined {
  const { member, name } = entry;
  const entries = read(text, member)[member] ?? {};
  if (!isRecord(entries)) throw notConfiguration(member);
  const rendered = renderTomlEntry(entry);
  if (Object.hasOwn(entries, name)) {
    // Tables of the parser have no prototype, so the value is compared as it is read.
    const value = read(rendered, member)[member];
    if (isRecord(value) && isDeepStrictEqual(entries[name], value[name])) return undefined;
    throw otherEntry(name);
  }
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const separator = text.trim() === '' ? '' : text.endsWith('\n') ? lineEnd : lineEnd + lineEnd;
  const added = text + separator + rendered.replaceAll('\n', lineEnd);
  // Members of a table that is written inline cannot be continued.
  read(added, member);
  return added;
}

/** Returns the text of an entry. */
export const renderTomlEntry = ({ member, name, value }: NewEntry): string =>
  stringify({ [member]: { [name]: value } });

function read(text: string, member: string): TomlTable {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    throw notConfiguration(member);
  }
}

const notConfiguration = (member: string): UsageError =>
  new UsageError(
    `the file is not TOML that a table ${member} can be added to; use --print, and add the entry yourself`,
  );
