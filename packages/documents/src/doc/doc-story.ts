import type { ContentBlock } from '@quern/content/blocks/content-block';
import { readBlip } from '../drawing/read-blip.ts';
import { BlockCollector } from '../office/block-collector.ts';
import { RichTextBuilder } from '../office/rich-text-builder.ts';
import { isSymbolFont, symbolOf, symbolText } from '../office/symbol-fonts.ts';
import { FieldStack } from '../word/field-stack.ts';
import { ParagraphPlacer } from '../word/paragraph-placer.ts';
import type { DocContext, TextRangeOfPart } from './doc-parts.ts';
import { DocTable } from './doc-table.ts';
import { type ParagraphFormat, readParagraphFormat } from './paragraph-format.ts';
import { type InlinePicture, readInlinePicture } from './read-inline-picture.ts';
import { readTextFormat, type TextFormat } from './text-format.ts';
import type { TextPiece } from './text-pieces.ts';

/** Characters with a special meaning ([MS-DOC] 2.4.1 and 2.8.25). */
const marks = {
  picture: 1,
  noteReference: 2,
  cellEnd: 7,
  drawing: 8,
  lineBreak: 11,
  pageBreak: 12,
  paragraphEnd: 13,
  columnBreak: 14,
  fieldBegin: 19,
  fieldSeparator: 20,
  fieldEnd: 21,
  hyphen: 30,
} as const;
/** Control characters other than tabs and line feeds. */
const marksPattern = /(?![\t\n\x7f-\x9f])\p{Cc}/gu;
const stepLengthMax = 65_536;
/** Tables in more tables are part of the innermost one. */
const tableDepthMax = 16;

/** A note that the text refers to. */
export interface ReferredNote extends TextRangeOfPart {
  readonly label: string;
}

/** Reads a part of the text of a document: the main text, a note, or a text box. */
export class DocStory {
  /** Notes in the order of their references. */
  readonly notes: ReferredNote[] = [];
  readonly #context: DocContext;
  readonly #collector: BlockCollector;
  readonly #placer: ParagraphPlacer;
  readonly #fields = new FieldStack();
  /** Notes and text boxes have none themselves. */
  readonly #isMain: boolean;
  #text = new RichTextBuilder();
  /** The open table, and those in its open cell. */
  readonly #tables: DocTable[] = [];
  #boxes: ContentBlock[] = [];
  /** Formulas in the open paragraph; undefined for other nodes. */
  #nodes: (string | undefined)[] = [];
  /** Id of the last embedded object. */
  #objectId: number | undefined;

  constructor(context: DocContext, isMain: boolean) {
    this.#context = context;
    this.#isMain = isMain;
    this.#collector = new BlockCollector(context.blocks);
    this.#placer = new ParagraphPlacer(this.#collector, context.numbering);
  }

  /** The first paragraph in the style Title, else ''. */
  get title(): string {
    return this.#placer.title;
  }

  /** Reads the text in steps. */
  *read({ start, end }: TextRangeOfPart): Generator<void> {
    const { text, characters } = this.#context;
    for (let position = start; position < end; ) {
      const piece = text.pieceAt(position);
      if (piece === undefined) return;
      const run = characters.at(piece.offset + (position - piece.start) * piece.size);
      const runEnd = piece.start + Math.ceil((run.end - piece.offset) / piece.size);
      const to = Math.min(end, piece.end, Math.max(position + 1, runEnd), position + stepLengthMax);
      const format = readTextFormat(run.properties, this.#context.styles, this.#context.fonts);
      this.#addCharacters(text.read(piece, position, to), position, piece, format);
      position = to;
      yield;
    }
  }

  finish(): ContentBlock[] {
    if (!this.#text.isBlank)
      this.#closeParagraph(readParagraphFormat(Buffer.alloc(0), this.#context.longProperties), false);
    this.#closeTables(0);
    return this.#collector.finish();
  }

  #addCharacters(characters: string, position: number, piece: TextPiece, format: TextFormat): void {
    let from = 0;
    for (const { index } of characters.matchAll(marksPattern)) {
      this.#addText(characters.slice(from, index), format);
      this.#readMark(characters.charCodeAt(index), position + index, piece, format);
      from = index + 1;
    }
    this.#addText(characters.slice(from), format);
  }

  #addText(text: string, { run, font, isHidden, symbol }: TextFormat): void {
    if (text === '' || isHidden) return;
    if (this.#fields.isHidden) {
      this.#fields.addCode(text);
      return;
    }
    const shown =
      symbol === undefined
        ? isSymbolFont(font)
          ? symbolText(text, font)
          : text
        : symbolOf(symbol.code, symbol.font);
    this.#text.add({ ...run, text: shown, url: this.#fields.url });
  }

  #readMark(mark: number, position: number, piece: TextPiece, format: TextFormat): void {
    switch (mark) {
      case marks.paragraphEnd:
      case marks.pageBreak:
      case marks.cellEnd:
        this.#endParagraph(piece.offset + (position - piece.start) * piece.size, mark === marks.cellEnd);
        return;
      case marks.fieldBegin:
        this.#fields.begin();
        return;
      case marks.fieldSeparator:
        this.#fields.separate();
        if (format.object !== undefined) this.#readEmbedded(format.object);
        return;
      case marks.fieldEnd:
        this.#fields.end();
        return;
      case marks.lineBreak:
        this.#addText('\n', format);
        return;
      case marks.columnBreak:
        this.#addText(' ', format);
        return;
      case marks.hyphen:
        this.#addText('\u2011', format);
        return;
      default:
        if (!format.isHidden && !this.#fields.isHidden) this.#readObject(mark, position, format);
    }
  }

  #readObject(mark: number, position: number, format: TextFormat): void {
    const { notes, data } = this.#context;
    const note = this.#isMain && mark === marks.noteReference ? notes.get(position) : undefined;
    if (note) {
      const label = String(this.notes.length + 1);
      this.notes.push({ ...note, label });
      this.#text.add({ text: '', footnote: label });
      this.#nodes.push(undefined);
    } else if (mark === marks.drawing) this.#readShape(position);
    else if (mark === marks.picture && format.picture !== undefined) {
      const picture = readInlinePicture(data, format.picture);
      if (picture) this.#addPicture(picture, format.picture);
    }
  }

  /** The object takes the place of its picture, which is the result of the field. */
  #readEmbedded(id: number): void {
    const { objects, openObject } = this.#context;
    if (this.#fields.embedded === undefined || this.#fields.isHidden) return;
    this.#objectId = id;
    const blocks = objects.read(id, () => openObject(id));
    if (blocks === undefined) return;
    for (const block of blocks)
      if (block.kind === 'formula') this.#addFormula(block.tex);
      else this.#boxes.push(block);
    this.#fields.hideResult();
  }

  #addFormula(tex: string): void {
    this.#text.addNode({ type: 'raw', value: `$${tex}$` });
    this.#nodes.push(tex);
  }

  /** @param offset of the picture, which several places can share */
  #addPicture({ description: stated, hasPicture, file }: InlinePicture, offset: number): void {
    const { pictures, objects } = this.#context;
    const program = this.#fields.embedded;
    const kind = program === undefined ? '' : objects.omit(program, this.#objectId);
    const description = stated || kind;
    const read = (bytesMax: number) => file && readBlip(file, bytesMax);
    const url = hasPicture ? pictures.collect(read, { description }, String(offset)) : '';
    this.#nodes.push(undefined);
    if (description !== '' || url !== '') this.#text.addNode({ type: 'image', alt: description, url });
    else if (hasPicture) pictures.omit();
  }

  /** Reads a shape that is anchored in the main text: its text, or its pictures. */
  #readShape(position: number): void {
    const { boxes, anchors, drawings, pictures } = this.#context;
    const shape = this.#isMain ? anchors.get(position) : undefined;
    if (shape === undefined) return;
    this.#readBox(boxes.get(position));
    for (const { description, pictureNumber } of drawings.picturesOf(shape)) {
      const read = (bytesMax: number) => {
        const file = drawings.fileOf(pictureNumber);
        return file && readBlip(file, bytesMax);
      };
      const url = pictures.collect(read, { description }, `shape ${pictureNumber}`);
      if (description !== '' || url !== '')
        this.#boxes.push({ kind: 'figure', alternativeText: description, url });
      else pictures.omit();
    }
  }

  #readBox(range: TextRangeOfPart | undefined): void {
    if (range === undefined || !this.#isMain) return;
    const story = new DocStory(this.#context, false);
    for (const _ of story.read(range));
    for (const block of story.finish()) this.#boxes.push(block);
  }

  #endParagraph(offset: number, isCellEnd: boolean): void {
    const { properties } = this.#context.paragraphs.at(offset);
    this.#closeParagraph(readParagraphFormat(properties, this.#context.longProperties), isCellEnd);
  }

  #closeParagraph(format: ParagraphFormat, isCellEnd: boolean): void {
    const depth = Math.max(0, Math.min(format.tableDepth, tableDepthMax));
    this.#closeTables(depth);
    while (this.#tables.length < depth) this.#tables.push(new DocTable(this.#context));
    const table = this.#tables.at(-1);
    if (table === undefined) {
      this.#place(this.#placer, format);
      this.#placeBoxes();
    } else if (depth > 1 ? format.isInnerRowEnd : isCellEnd && format.isRowEnd) {
      this.#text = new RichTextBuilder();
      table.closeRow(format);
    } else {
      this.#place(table.placer, format);
      if (depth > 1 ? format.isInnerCellEnd : isCellEnd) table.closeCell();
    }
  }

  #place(placer: ParagraphPlacer, { styleId, headingLevel, numberingId, listLevel }: ParagraphFormat): void {
    const text = this.#text;
    const [formula, ...others] = this.#nodes;
    this.#text = new RichTextBuilder();
    this.#nodes = [];
    const style = this.#context.styles.resolve(styleId);
    if (formula !== undefined && others.length === 0 && text.text.trim() === '') placer.addFormula(formula);
    else if (!style.isHidden) placer.add({ text, style, styleId, headingLevel, numberingId, listLevel });
  }

  /** Closes the tables inside of others. @param depth number of tables that stay open */
  #closeTables(depth: number): void {
    while (this.#tables.length > depth) {
      const closed = this.#tables.pop();
      const around = this.#tables.at(-1);
      const blocks = closed?.finish() ?? [];
      const title = closed?.title ?? '';
      if (around) around.addInner(blocks, title);
      else {
        this.#placer.endItem();
        if (this.title === '') this.#placer.title = title;
        for (const block of blocks) this.#collector.add(block);
        this.#placeBoxes();
      }
    }
  }

  /** Text boxes follow the paragraph or table in which they are anchored. */
  #placeBoxes(): void {
    for (const block of this.#boxes) this.#collector.add(block);
    this.#boxes = [];
  }
}
