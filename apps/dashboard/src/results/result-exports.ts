/** A result of an operation. */
export interface ExportedResult {
  readonly operation: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Row = Readonly<Record<string, unknown>>;

/** Returns the text of a result; undefined if it has none. */
export function toMarkdown({ data }: ExportedResult): string | undefined {
  const { text } = data;
  const recognized =
    typeof text === 'object' && text !== null && 'description' in text ? text.description : undefined;
  const found = [data['markdown'], data['summary'], data['translation'], data['redacted'], recognized];
  return found.find((value) => typeof value === 'string');
}

/** Columns of the list of a result, by operation. */
const lists: Readonly<Record<string, { readonly list: string; readonly columns: readonly string[] }>> = {
  'extract-entities': {
    list: 'entities',
    columns: ['text', 'type', 'value', 'confidence', 'startIndex', 'endIndex'],
  },
  sentiment: { list: 'sentences', columns: ['text', 'sentiment', 'score', 'confidence'] },
  summarize: { list: 'sentences', columns: ['text'] },
  translate: { list: 'sentences', columns: ['text'] },
  scrape: { list: 'links', columns: ['text', 'url'] },
  map: { list: 'links', columns: ['url', 'title', 'description', 'status', 'lastModified'] },
};

/** Rows of cells, the names of the columns first. */
export type Sheet = readonly (readonly (string | number | undefined)[])[];

/** Returns the tables of a document, or the list of a result as one; none if it has neither. */
export function toSheets({ operation, data }: ExportedResult): Sheet[] {
  const tables = operation === 'convert' ? data['tables'] : (data['text'] as Row | undefined)?.['tables'];
  if (Array.isArray(tables) && tables.length > 0) {
    return (tables as readonly { readonly rows: string[][] }[]).map(({ rows }) => rows);
  }
  const list = Object.hasOwn(lists, operation) ? lists[operation] : undefined;
  const items = list === undefined ? undefined : data[list.list];
  if (list === undefined || !Array.isArray(items) || items.length === 0) return [];
  const columns = list.columns.filter((column) =>
    (items as Row[]).some((item) => item[column] !== undefined),
  );
  return [[columns, ...(items as Row[]).map((item) => columns.map((column) => toCell(item[column])))]];
}

/** Returns sheets as one, with an empty row between them. */
export const joinSheets = (sheets: readonly Sheet[]): Sheet =>
  sheets.flatMap((rows, index) => (index === 0 ? rows : [[], ...rows]));

const toCell = (value: unknown): string | number | undefined =>
  value === undefined || typeof value === 'number' ? value : String(value);
