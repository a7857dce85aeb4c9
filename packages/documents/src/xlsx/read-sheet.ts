import type { RichText } from '@quern/content/blocks/rich-text';
import { formatSerial, formatText } from '../office/value-formats.ts';
import { type ParsePace, parseXmlBytes } from '../xml/parse-xml-bytes.ts';
import { columnsMax, parseRange, parseReference, rowsMax } from './cells/cell-reference.ts';
import type { CellStyles } from './cells/cell-styles.ts';
import { GridCollector, type SheetGrid } from './cells/grid-collector.ts';
import { SharedContents } from './cells/sheet-cell.ts';
import { decodeEscapes, TextCollector } from './cells/text-collector.ts';
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

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: string;
}

class SheetReader {
  readonly #context: SheetContext;
  readonly #grid = new GridCollector();
  readonly #contents = new SharedContents();
  readonly #inline = new TextCollector();
  #cell: OpenCell | undefined;
  #lastColumn = -1;
  #field: 'value' | 'formula' | 'inline' | undefined;
  #value = '';
  #formula = '';
  #hasFormula = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#field = 'value';
    else if (name === 'f') {
      this.#field = 'formula';
      this.#hasFormula = true;
    } else if (name === 'is') this.#field = 'inline';
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'mergeCell') {
      const range = parseRange(attributes['ref'] ?? '');
      if (range) this.#grid.merges.push(range);
    } else if (name === 'hyperlink') this.#addLink(attributes);
    else if (name === 'col') this.#addColumns(attributes);
    if (this.#field === 'inline') this.#inline.open(name);
  }

  close(name: string): void {
    if (this.#field === 'inline') this.#inline.close(name);
    if (name === 'c') this.#closeCell();
    else if (name === 'v' || name === 'f' || name === 'is') this.#field = undefined;
  }

  addText(text: string): void {
    if (this.#field === 'value') this.#value += text;
    else if (this.#field === 'inline') this.#inline.add(text);
    else if (this.#field === 'formula') this.#formula += text;
  }

  finish(): SheetGrid {
    return this.#grid.finish();
  }

  #addColumns(attributes: Readonly<Record<string, string>>): void {
    if (!isTrue(attributes['hidden']) || isGrouped(attributes)) return;
    this.#grid.hideColumns(Number(attributes['min']) - 1, Number(attributes['max']) - 1);
  }

  #openRow(attributes: Readonly<Record<string, string>>): void {
    const next = this.#grid.rowIndex + 1;
    const stated = attributes['r'] === undefined ? next : Number(attributes['r']) - 1;
    const index = stated >= 0 && stated < rowsMax ? Math.trunc(stated) : next;
    this.#grid.openRow(index, isTrue(attributes['hidden']) && !isGrouped(attributes));
    this.#lastColumn = -1;
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const { r: reference, t: type = 'n', s: style = '' } = attributes;
    const place = reference === undefined ? undefined : parseReference(reference);
    const column = place?.column ?? this.#lastColumn + 1;
    this.#lastColumn = column;
    this.#cell = { column, type, style };
    this.#value = '';
    this.#formula = '';
    this.#hasFormula = false;
  }

  #closeCell(): void {
    const open = this.#cell;
    this.#cell = undefined;
    const inline = this.#inline.take();
    if (!open || open.column >= columnsMax) return;
    const { column, style, type } = open;
    const { isBold } = this.#context.styles.get(style);
    const content = this.#contentOf(open, inline);
    if (content !== undefined) {
      this.#grid.add({ content, column, isValue: type === 'n' || type === 'd' || type === 'b', isBold });
    } else if (this.#hasFormula && this.#value.trim() === '' && type !== 'str')
      this.#grid.addUnfilled({ column, style, isBold, url: linkTarget(this.#formula) });
  }

  /** @returns undefined if the cell shows nothing */
  #contentOf({ type, style }: OpenCell, inline: string): RichText | undefined {
    const text = this.#textOf(type, style, inline);
    if (text.trim() === '') return undefined;
    this.#context.budget.takeCell(text.length);
    const content = this.#contents.get(text);
    const url = this.#formula === '' ? undefined : linkTarget(this.#formula);
    return url === undefined ? content : [{ type: 'link', url, children: [...content] }];
  }

  #textOf(type: string, style: string, inline: string): string {
    const { pattern } = this.#context.styles.get(style);
    switch (type) {
      case 's':
        return formatText(this.#context.strings[Number(this.#value)] ?? '', pattern);
      case 'inlineStr':
        return formatText(inline || decodeEscapes(this.#value), pattern);
      case 'str':
        return formatText(decodeEscapes(this.#value), pattern);
      case 'b':
        return this.#value.trim() === '' ? '' : isTrue(this.#value.trim()) ? 'TRUE' : 'FALSE';
      case 'd':
        return this.#value
          .trim()
          .replace(/T00:00:00(?:\.0+)?Z?$/, '')
          .replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ');
      case 'e':
        return this.#value;
      default:
        return this.#numberText(pattern);
    }
  }

  #numberText(pattern: string): string {
    const source = this.#value.trim();
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
