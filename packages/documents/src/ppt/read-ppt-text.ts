import { type ArtRecord, findArtRecord } from '../drawing/art-records.ts';
import type { BlockCollector } from '../office/block-collector.ts';
import { isCodeParagraph } from '../office/code-paragraph.ts';
import { RichTextBuilder } from '../office/rich-text-builder.ts';
import { isMonospaced } from '../office/style-names.ts';
import { isSymbolFont, symbolText } from '../office/symbol-fonts.ts';
import { type Bullet, BulletCounters } from '../pptx/bullets.ts';
import { fieldTypes, pptTypes, textTypes } from './ppt-types.ts';
import { type PptCharacterStyle, readTextStyles, type StyledLength } from './text-styles.ts';

/** A text of a shape with its styles. */
export interface PptText {
  readonly type: number;
  readonly text: string;
  readonly styles: ReturnType<typeof readTextStyles>;
  /** Links of characters. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly id: number }[];
}

/** Definitions that texts refer to. */
export interface PptTextContext {
  readonly fonts: readonly string[];
  readonly links: ReadonlyMap<number, string>;
  /** Numberings of the shape. */
  readonly numberings: readonly (Bullet | undefined)[];
  /** Whether a level of a type of text has bullets by the master. */
  readonly hasBullet: (type: number, level: number) => boolean;
}

const linksMax = 10_000;

/** Reads a text from its records ([MS-PPT] 2.9.76). @returns undefined if there is none */
export function readPptText(records: Iterable<ArtRecord>): PptText | undefined {
  let type: number = textTypes.other;
  let text = '';
  let styleData = Buffer.alloc(0);
  let linkId: number | undefined;
  const fields = new Set<number>();
  const links: { start: number; end: number; id: number }[] = [];
  for (const record of records) {
    const { data } = record;
    if (record.type === pptTypes.textHeader && data.length >= 4) type = data.readUInt32LE(0);
    else if (record.type === pptTypes.characters) text = data.toString('utf16le');
    else if (record.type === pptTypes.bytes) text = data.toString('latin1');
    else if (record.type === pptTypes.styles) styleData = Buffer.from(data);
    else if (record.type === pptTypes.interaction) {
      const atom = findArtRecord(data, pptTypes.interactionAtom)?.data;
      linkId = atom && atom.length >= 8 ? atom.readUInt32LE(4) : undefined;
    } else if (record.type === pptTypes.interactionRange && data.length >= 8 && linkId !== undefined) {
      if (links.length < linksMax)
        links.push({ start: data.readUInt32LE(0), end: data.readUInt32LE(4), id: linkId });
      linkId = undefined;
    } else if (fieldTypes.has(record.type) && data.length >= 4) fields.add(data.readUInt32LE(0));
  }
  if (text === '') return undefined;
  const shown = fields.size === 0 ? text : withoutFields(text, fields);
  return { type, text: shown, styles: readTextStyles(styleData, text.length), links };
}

/** Dates and numbers of slides have one character, which is replaced so that all positions stay. */
function withoutFields(text: string, fields: ReadonlySet<number>): string {
  return Array.from({ length: text.length }, (_, index) => (fields.has(index) ? '\u00ad' : text[index])).join(
    '',
  );
}

/** Adds the paragraphs of a text. @param canHaveBullets false for titles */
export function addPptText(
  { type, text, styles, links }: PptText,
  context: PptTextContext,
  collector: BlockCollector,
  canHaveBullets = true,
): void {
  const characters = new StyleCursor(styles.characters);
  const paragraphs = new StyleCursor(styles.paragraphs);
  const counters = new BulletCounters();
  const sortedLinks = links.toSorted((a, b) => a.start - b.start);
  let start = 0;
  let link = 0;
  for (const paragraph of text.split('\r')) {
    const end = start + paragraph.length;
    const { level = 0, style } = paragraphs.at(start) ?? {};
    const numbering = characters.at(start)?.style.numbering ?? 0;
    const builder = new RichTextBuilder();
    for (let at = start; at < end; ) {
      const run = characters.at(at);
      while ((sortedLinks[link]?.end ?? Infinity) <= at) link += 1;
      const next = sortedLinks[link];
      const isLinked = next !== undefined && next.start <= at;
      const linkEnd = isLinked ? next.end : (next?.start ?? Infinity);
      const to = Math.max(at + 1, Math.min(end, characters.end, linkEnd));
      addRun(
        builder,
        text.slice(at, to),
        run?.style ?? { numbering },
        isLinked ? context.links.get(next.id) : undefined,
        context,
      );
      at = to;
    }
    const hasBullet = canHaveBullets && (style?.hasBullet ?? context.hasBullet(type, level));
    if (builder.isBlank) {
      if (collector.isInCode) collector.addCode('');
    } else if (hasBullet) {
      const bullet = context.numberings[numbering] ?? { scheme: undefined, start: 1 };
      collector.add({
        kind: 'list-item',
        depth: level,
        ...counters.next(bullet, level),
        content: builder.finish(),
      });
    } else if (isCodeParagraph(builder, { isCode: false, isMonospaced: false }))
      collector.addCode(builder.text.trimEnd());
    else {
      counters.reset();
      collector.add({ kind: 'paragraph', content: builder.finish({ dropsCode: builder.isCode }) });
    }
    start = end + 1;
  }
}

function addRun(
  builder: RichTextBuilder,
  text: string,
  { isBold, isItalic, font }: PptCharacterStyle,
  url: string | undefined,
  { fonts }: PptTextContext,
): void {
  const name = font === undefined ? '' : (fonts[font] ?? '');
  const plain = text.replaceAll('\v', '\n');
  builder.add({
    text: isSymbolFont(name) ? symbolText(plain, name) : plain,
    isBold,
    isItalic,
    isCode: isMonospaced(name),
    url,
  });
}

/** Finds the style of a position; positions ascend. */
class StyleCursor<Style> {
  readonly #runs: readonly StyledLength<Style>[];
  #index = 0;
  #start = 0;

  constructor(runs: readonly StyledLength<Style>[]) {
    this.#runs = runs;
  }

  /** End of the style of the last position. */
  get end(): number {
    const run = this.#runs[this.#index];
    return run === undefined ? Number.POSITIVE_INFINITY : this.#start + run.length;
  }

  at(position: number): StyledLength<Style> | undefined {
    while (this.#index < this.#runs.length && this.end <= position) {
      this.#start += this.#runs[this.#index]?.length ?? 0;
      this.#index += 1;
    }
    return this.#runs[this.#index];
  }
}
