import type { DryRun, UntypedData } from '@quern/sdk';
import { isRecord } from '../is-record.ts';
import { type Cell, formatFields, formatTable } from './format-table.ts';

/** Whether a call returned the price of a dry run. */
export function isDryRun(data: UntypedData | DryRun): data is DryRun {
  return data['dryRun'] === true;
}

/** The price in one line. */
export function renderDryRun({ price, balance, tokenCount }: DryRun): string {
  const tokens = tokenCount === undefined ? '' : `; ${tokenCount} tokens`;
  return `would cost ${price} of ${balance} credits${tokens}`;
}

/**
 * A result for reading on a terminal: text as it is, a list as lines, a list of objects as a table, and an object
 * as a line per field.
 *
 * @param path The part to show, such as `text.description`, or `links[].url` for a field of every item; of several with
 *   `|` between them, the first one that the result has; default: the whole result.
 */
export function renderResult(data: UntypedData, path: string | undefined): string {
  if (path === undefined) return renderValue(data);
  const values = path.split('|').map((each) => selectPath(data, each.split('.')));
  return renderValue(values.find((value) => value !== undefined));
}

function selectPath(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  const selected = isRecord(value) ? value[step.replace(/\[\]$/, '')] : undefined;
  if (step.endsWith('[]') && Array.isArray(selected)) return selected.map((item) => selectPath(item, rest));
  return selectPath(selected, rest);
}

function renderValue(value: unknown): string {
  if (Array.isArray(value)) return renderList(value);
  if (!isRecord(value)) return String(toCell(value) ?? '');
  const fields = Object.entries(value).filter(([, field]) => isPrintable(field));
  return formatFields(fields.map(([name, field]) => [name, toCell(field)]));
}

/** Only columns with a value are shown; a single column has no heading. */
function renderList(items: readonly unknown[]): string {
  if (items.length === 0) return 'none';
  if (!items.every(isRecord)) return items.map((item) => String(toCell(item) ?? '')).join('\n');
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) =>
    items.some((item) => isPrintable(item[name]) && item[name] !== ''),
  );
  const [only] = names;
  if (names.length === 1 && only !== undefined) {
    return items.map((item) => String(toCell(item[only]) ?? '')).join('\n');
  }
  return formatTable(
    names.map(toHeading),
    items.map((item) => names.map((name) => toCell(item[name]))),
  );
}

const toHeading = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Nested objects, and lists of them, are shown only with `--json`. */
function isPrintable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => !isRecord(item) && !Array.isArray(item));
  return value !== null && value !== undefined && !isRecord(value);
}

function toCell(value: unknown): Cell {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'number') return Number.isInteger(value) ? value : value.toFixed(2);
  return value === undefined || value === null || isRecord(value) ? undefined : String(value);
}
