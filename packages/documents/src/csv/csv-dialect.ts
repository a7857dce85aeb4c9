import papaparse from 'papaparse';

/** How the fields of a file are separated. */
export type CsvDelimiter = ',' | ';' | '\t' | '|';

const delimiters: readonly CsvDelimiter[] = ['\t', ';', ',', '|'];
/** Number of rows and characters that are examined. */
const rowsMax = 300;
const sampleLength = 65_536;
/** Shares of the rows that have as many fields as the header, and not more. */
const regularShareMin = 0.7;
const boundedShareMin = 0.9;
const headerLengthMax = 120;

/**
 * Detects comma-separated values (RFC 4180) and their usual variants: a header of short names, and rows below with as many
 * fields. Conservative: prose, lists of names, logs, source code and JSON are not CSV.
 *
 * @returns undefined for other text
 */
export function detectCsvDelimiter(text: string): CsvDelimiter | undefined {
  const sample = text.slice(0, sampleLength);
  const start = sample.trimStart();
  // Markup, JSON, tables of Markdown and comments.
  if (start === '' || /^(?:[<{[|]|#{1,6} |\/[*/]|---)/.test(start)) return undefined;
  let best: { readonly delimiter: CsvDelimiter; readonly columns: number } | undefined;
  for (const delimiter of delimiters) {
    if (!start.includes(delimiter)) continue;
    const rows = parseSample(sample, delimiter, text.length > sample.length);
    if (!isTable(rows, delimiter)) continue;
    const columns = rows[0]?.length ?? 0;
    if (best === undefined || columns > best.columns) best = { delimiter, columns };
  }
  return best?.delimiter;
}

/**
 * Guesses the delimiter of a text that is known to be CSV.
 *
 * @returns the most frequent one in the first line, if none fits all lines
 */
export function guessCsvDelimiter(text: string): CsvDelimiter {
  const detected = detectCsvDelimiter(text);
  if (detected !== undefined) return detected;
  const [line = ''] = text
    .trimStart()
    .slice(0, sampleLength)
    .split(/[\r\n]/, 1);
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

function parseSample(sample: string, delimiter: CsvDelimiter, isCut: boolean): string[][] {
  const { data } = papaparse.parse<string[]>(sample, {
    delimiter,
    preview: rowsMax,
    skipEmptyLines: 'greedy',
  });
  return isCut && data.length < rowsMax ? data.slice(0, -1) : data;
}

function isTable(rows: readonly (readonly string[])[], delimiter: CsvDelimiter): boolean {
  const [header = [], ...body] = rows;
  if (header.length < 2 || body.length === 0) return false;
  const regular = body.filter((row) => row.length === header.length).length / body.length;
  const bounded = body.filter((row) => row.length <= header.length).length / body.length;
  if (regular < regularShareMin || bounded < boundedShareMin) return false;
  if (!isHeader(header) || repeatsShape(header, body)) return isNumericTable(rows);
  // The columns of a table differ from its header, and seldom begin with a space.
  const values = body.flat().filter((value) => value !== '');
  const spaced = values.filter((value) => value.startsWith(' ')).length;
  if (delimiter !== '\t' && spaced > values.length / 3)
    return hasValueColumn(header, body) && header.length > 2;
  return body.length > 2 || header.length > 2 || hasValueColumn(header, body);
}

/** Names of columns are short, different, and no values; a column of row numbers may have none. */
function isHeader(header: readonly string[]): boolean {
  const names = header.map((name) => name.trim());
  const [, ...others] = names;
  return (
    // Exporters often end the lines with a delimiter.
    others.every((name, index) => name !== '' || (index === others.length - 1 && others.length > 2)) &&
    new Set(names).size === names.length &&
    names.every((name) => name.length <= headerLengthMax && !isValue(name) && !/[.!?:{}()]$|^\W+$/.test(name))
  );
}

/** Whether the first row is like the others, as in logs: a field with digits has the form of those below. */
function repeatsShape(header: readonly string[], body: readonly (readonly string[])[]): boolean {
  return header.some((name, column) => {
    if (!/\d/.test(name)) return false;
    const shape = shapeOf(name);
    const same = body.filter((row) => shapeOf(row[column] ?? '') === shape).length;
    return name.length > 8 && same > body.length / 2;
  });
}

function shapeOf(field: string): string {
  return field.replace(/\d+/g, '0');
}

/** Without a header, many rows of numbers are a table. */
function isNumericTable(rows: readonly (readonly string[])[]): boolean {
  const width = rows[0]?.length ?? 0;
  if (rows.length < 4 || width < 3 || rows.some((row) => row.length !== width)) return false;
  const numeric = Array.from({ length: width }, (_, column) => column).filter((column) =>
    rows.every((row) => isValue(row[column]?.trim() ?? '')),
  );
  return numeric.length >= 2 && numeric.length >= width / 2;
}

function hasValueColumn(header: readonly string[], body: readonly (readonly string[])[]): boolean {
  return header.some((_, column) => {
    const values = body.map((row) => row[column]?.trim() ?? '').filter((value) => value !== '');
    return values.length > 0 && values.filter(isValue).length >= values.length * 0.8;
  });
}

/** Whether a field is a number, an amount, a date or a time. */
function isValue(field: string): boolean {
  return /^[-+(]?\s?[\p{Sc}]?\s?\d[\d.,:/\- '’T+Z%]*\s?(?:[\p{Sc}%]|[AP]M)?\)?$/u.test(field);
}
