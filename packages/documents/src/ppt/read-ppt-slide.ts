import type { ContentBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import type { RichText } from '@quern/content/blocks/rich-text';
import { findArtRecord } from '../drawing/art-records.ts';
import { findBlip, readBlip } from '../drawing/read-blip.ts';
import { type BlockBudget, BlockCollector } from '../office/block-collector.ts';
import { findLargestText } from '../office/largest-text.ts';
import { orderShapes } from '../office/order-shapes.ts';
import { slideBlocks } from '../office/slide-blocks.ts';
import type { RepetitionBudget } from '../office/table-builder.ts';
import type { EmbeddedObjects } from '../ole/embedded-objects.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';
import type { MasterBullets } from './master-bullets.ts';
import type { ListedSlide, OpenedPpt } from './open-ppt.ts';
import { objectIdOf } from './ppt-objects.ts';
import { type PptShape, readPptShapes } from './ppt-shapes.ts';
import { pptTypes, textTypes } from './ppt-types.ts';
import { readNumberings } from './read-numberings.ts';
import { buildPptTable } from './read-ppt-table.ts';
import { addPptText } from './read-ppt-text.ts';

/** Definitions and budgets that all slides share. */
export interface PptContext {
  readonly presentation: OpenedPpt;
  readonly blocks: BlockBudget;
  readonly pictures: DocumentPictures;
  /** The stream of pictures, empty if there is none. */
  readonly pictureStream: Buffer;
  readonly objects: EmbeddedObjects;
  readonly repetitions: RepetitionBudget;
}

/** Placeholders whose text is the same on all slides, and that of the image of the slide on its notes. */
const running = new Set([7, 8, 9, 10, 11]);
const centeredTitle = 15;
const subtitle = 16;
const titleLengthMax = 150;

/** Reads a slide: its title, its shapes and the speaker's notes. */
export function readPptSlide(
  slide: Buffer,
  listed: ListedSlide,
  notes: ListedSlide | undefined,
  bullets: MasterBullets,
  context: PptContext,
): ContentBlock[] {
  const reader = new PptSlideReader(bullets, context);
  const shapes = readPptShapes(slide, listed.outline).filter(
    ({ placeholder }) => !running.has(placeholder ?? 0),
  );
  const noteShapes = notes?.container ? readPptShapes(notes.container.data, notes.outline) : [];
  return reader.read(shapes, noteShapes, isTitleLayout(slide));
}

class PptSlideReader {
  readonly #bullets: MasterBullets;
  readonly #context: PptContext;

  constructor(bullets: MasterBullets, context: PptContext) {
    this.#bullets = bullets;
    this.#context = context;
  }

  read(shapes: readonly PptShape[], notes: readonly PptShape[], isTitleSlide: boolean): ContentBlock[] {
    const titleShape = shapes.find(isTitle) ?? findTitle(shapes);
    const collector = new BlockCollector(this.#context.blocks);
    for (const shape of inOrder(shapes.filter((shape) => shape !== titleShape)))
      this.#readShape(shape, collector);
    const isCentered =
      titleShape?.text?.type === textTypes.centeredTitle || titleShape?.placeholder === centeredTitle;
    return slideBlocks({
      title: titleShape ? this.#titleOf(titleShape) : [],
      isTitleSlide: isCentered || isTitleSlide,
      body: collector.finish(),
      notes: this.#readNotes(notes),
    });
  }

  #titleOf(shape: PptShape): RichText {
    const collector = new BlockCollector(this.#context.blocks);
    this.#addText(shape, collector, false);
    const content = flattenBlocks(collector.finish());
    const [only, ...others] = content;
    return only?.type === 'emphasis' && only.mark === '**' && others.length === 0 ? only.children : content;
  }

  #readNotes(shapes: readonly PptShape[]): ContentBlock[] {
    const collector = new BlockCollector(this.#context.blocks);
    for (const shape of shapes)
      if (shape.text?.type === textTypes.notes || shape.placeholder === 12)
        this.#addText(shape, collector, false);
    const found = collector.finish();
    if (found.length > 0) return found;
    // Other programs write notes as plain text boxes.
    const others = new BlockCollector(this.#context.blocks);
    for (const shape of shapes) if (!running.has(shape.placeholder ?? 0)) this.#addText(shape, others, false);
    return others.finish();
  }

  #readShape(shape: PptShape, collector: BlockCollector, isInGroup = false): void {
    if (shape.shapes && shape.isTable) this.#readTable(shape.shapes, collector);
    else if (shape.shapes)
      for (const member of inOrder(shape.shapes)) this.#readShape(member, collector, true);
    else if (shape.text) this.#addText(shape, collector, true);
    // The places of the shapes of a group are in its space.
    else this.#addFigure(isInGroup ? { ...shape, box: undefined } : shape, collector);
  }

  #addFigure(shape: PptShape, collector: BlockCollector): void {
    const { objects, presentation } = this.#context;
    const id = objectIdOf(shape.clientData);
    const object = id === undefined ? undefined : presentation.objects.get(id);
    if (id === undefined || object === undefined) this.#addPicture(shape, '', collector);
    else {
      const blocks = objects.read(id, object.open);
      if (blocks === undefined) this.#addPicture(shape, objects.omit(object.program, id), collector);
      else for (const block of blocks) collector.add(block);
    }
  }

  /** @param kind of the object whose picture it is, '' for others */
  #addPicture(
    { options: { description: stated, pictureNumber }, box }: PptShape,
    kind: string,
    collector: BlockCollector,
  ): void {
    const { pictures, pictureStream, presentation } = this.#context;
    const description = stated || kind;
    const offset = presentation.pictureOffsets[pictureNumber - 1];
    const read = (bytesMax: number) => {
      if (offset === undefined) return undefined;
      const stored = pictureStream.subarray(offset);
      const file = findBlip(presentation.encryption?.decryptPicture(stored) ?? stored, 1);
      return file && readBlip(file, bytesMax);
    };
    const isPicture = pictureNumber > 0;
    const url = isPicture ? pictures.collect(read, { description, box }, String(pictureNumber)) : '';
    if (description !== '' || url !== '')
      collector.add({ kind: 'figure', alternativeText: description, url });
    else if (isPicture) pictures.omit();
  }

  #readTable(shapes: readonly PptShape[], collector: BlockCollector): void {
    const cells = shapes.flatMap((shape) => {
      if (shape.box === undefined || shape.box.right <= shape.box.left || shape.box.bottom <= shape.box.top)
        return [];
      const content = new BlockCollector(this.#context.blocks, true);
      this.#addText(shape, content, true);
      return [{ box: shape.box, content: flattenBlocks(content.finish()) }];
    });
    const rows = buildPptTable(cells, this.#context.repetitions);
    if (rows.length > 0) collector.add({ kind: 'table', rows });
  }

  #addText({ text, clientData }: PptShape, collector: BlockCollector, canHaveBullets: boolean): void {
    if (text === undefined) return;
    const { fonts, links } = this.#context.presentation;
    const hasBullet = (type: number, level: number) => this.#bullets.has(type, level);
    addPptText(
      text,
      { fonts, links, numberings: readNumberings(clientData), hasBullet },
      collector,
      canHaveBullets,
    );
  }
}

function isTitle({ text }: PptShape): boolean {
  return text?.type === textTypes.title || text?.type === textTypes.centeredTitle;
}

/** A short text that looks like a title. */
function findTitle(shapes: readonly PptShape[]): PptShape | undefined {
  const texts = shapes.flatMap((shape) => {
    const sizes = shape.text?.styles.characters.map(({ style }) => style.size ?? 0);
    return sizes
      ? [{ shape, size: sizes.reduce((a, b) => Math.max(a, b), 0), top: shape.box?.top ?? 0 }]
      : [];
  });
  const largest = findLargestText(texts);
  const length = largest?.text?.text.length ?? 0;
  return length <= titleLengthMax && shapes.length > 1 ? largest : undefined;
}

/** Whether the layout is that of a title slide: a title and a subtitle ([MS-PPT] 2.13.25). */
function isTitleLayout(slide: Buffer): boolean {
  const atom = findArtRecord(slide, pptTypes.slideAtom)?.data;
  return (
    atom !== undefined &&
    atom.length >= 12 &&
    atom.readUInt32LE(0) === 0 &&
    atom.subarray(4, 12).includes(subtitle)
  );
}

function inOrder(shapes: readonly PptShape[]): PptShape[] {
  return orderShapes(shapes.map((shape) => ({ shape, box: shape.box, text: textIn(shape) })));
}

function textIn({ text, shapes = [] }: PptShape): string {
  return [text?.text ?? '', ...shapes.map(textIn)].join(' ');
}
