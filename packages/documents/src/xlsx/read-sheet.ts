import type { RichText } from '@quern/content/blocks/rich-text';
import { formatSerial, formatText } from '../office/value-formats.ts';
import { type ParsePace, parseXmlBytes } from '../xml/parse-xml-bytes.ts';
import { CellParser, type ParsedCell } from './cells/cell-parser.ts';
import { parseRange } from './cells/cell-reference.ts';
import type { CellStyles } from './cells/cell-styles.ts';
import { GridCollector, type SheetGrid } from './cells/grid-collector.ts';
import { SharedContents } from './cells/sheet-cell.ts';
import { decodeEscapes } from './cells/text-collector.ts';
import type { WorkbookBudget } from './cells/workbook-budget.ts';

/** The context that the sheets of a workbook share. */
export interface SheetContext {
  readonly strings: readonly string[];
  readonly styles: CellStyles;
  readonly uses1904: boolean;
  readonly budget: WorkbookBudget;
  /** Addresses by the ids of relationships. */
  readonly links: ReadonlyMap<string, string>;
}

/** Reads the part of a sheet (ECMA-376 part 1, 18.3.1). @throws DocumentError; the signal's reason when aborted */
export async function readSheet(xml: Uint8Array, context: SheetContext, pace: ParsePace): Promise<SheetGrid> {
  const reader = new SheetReader(context);
  await parseXmlBytes(
    xml,
    {
      openTag: (name, attributes) => reader.open(name, attributes),
      closeTag: (name) => reader.close(name),
      text: (text) => reader.addText(text),
    },
    pace,
  );
  return reader.finish();
}

class SheetReader {
  readonly #context: SheetContext;
  readonly #grid = new GridCollector();
  readonly #contents = new SharedContents();
  readonly #cells = new CellParser((cell) => this.#addCell(cell));

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#cells.open(name, attributes);
    if (name === 'row')
      this.#grid.openRow(this.#cells.row, isTrue(attributes['hidden']) && !isGrouped(attributes));
    else if (name === 'mergeCell') {
      const range = parseRange(attributes['ref'] ?? '');
      if (range) this.#grid.merges.push(range);
    } else if (name === 'hyperlink') this.#addLink(attributes);
    else if (name === 'col') this.#addColumns(attributes);
  }

  close(name: string): void {
    this.#cells.close(name);
  }

  addText(text: string): void {
    this.#cells.addText(text);
  }

  finish(): SheetGrid {
    return this.#grid.finish();
  }

  #addColumns(attributes: Readonly<Record<string, string>>): void {
    if (!isTrue(attributes['hidden']) || isGrouped(attributes)) return;
    this.#grid.hideColumns(Number(attributes['min']) - 1, Number(attributes['max']) - 1);
  }

  #addCell(cell: ParsedCell): void {
    const { column, style, type, formula } = cell;
    const { isBold } = this.#context.styles.get(style);
    const content = this.#contentOf(cell);
    if (content !== undefined) {
      this.#grid.add({ content, column, isValue: type === 'n' || type === 'd' || type === 'b', isBold });
    } else if (formula && cell.value.trim() === '' && type !== 'str')
      this.#grid.addUnfilled({ column, style, isBold, url: linkTarget(formula.text) });
  }

  /** @returns undefined if the cell shows nothing */
  #contentOf(cell: ParsedCell): RichText | undefined {
    const text = this.#textOf(cell);
    if (text.trim() === '') return undefined;
    this.#context.budget.takeCell(text.length);
    const content = this.#contents.get(text);
    const url = cell.formula && linkTarget(cell.formula.text);
    return url === undefined ? content : [{ type: 'link', url, children: [...content] }];
  }

  #textOf({ type, style, value, inline }: ParsedCell): string {
    const { pattern } = this.#context.styles.get(style);
    switch (type) {
      case 's':
        return formatText(this.#context.strings[Number(value)] ?? '', pattern);
      case 'inlineStr':
        return formatText(inline || decodeEscapes(value), pattern);
      case 'str':
        return formatText(decodeEscapes(value), pattern);
      case 'b':
        return value.trim() === '' ? '' : isTrue(value.trim()) ? 'TRUE' : 'FALSE';
      case 'd':
        return value
          .trim()
          .replace(/T00:00:00(?:\.0+)?Z?$/, '')
          .replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ');
      case 'e':
        return value;
      default:
        return this.#numberText(value.trim(), pattern);
    }
  }

  #numberText(source: string, pattern: string): string {
    if (source === '') return '';
    const value = Number(source);
    if (!Number.isFinite(value)) return source;
    return formatSerial(value, pattern, this.#context.uses1904);
  }

  #addLink(attributes: Readonly<Record<string, string>>): void {
    const range = parseRange(attributes['ref'] ?? '');
    const id = Object.entries(attributes).find(([name]) => /(?:^|:)id$/.test(name))?.[1];
    const url = this.#context.links.get(id ?? '');
    if (range && url !== undefined) this.#grid.links.push({ range, url });
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** Rows and columns of an outline are collapsed rather than hidden: their button shows them. */
function isGrouped(attributes: Readonly<Record<string, string>>): boolean {
  return Number(attributes['outlineLevel'] ?? 0) > 0;
}

/** The address in a formula such as `HYPERLINK("https://example.org", "text")`. */
function linkTarget(formula: string): string | undefined {
  return /^\s*(?:_xlfn\.)?HYPERLINK\(\s*"((?:https?:\/\/|mailto:)[^"]{1,2000})"/i.exec(formula)?.[1];
}
