import type { ContentBlock, PageBox } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import { isBlank, plainText, type RichText, textOf } from '@quern/content/blocks/rich-text';
import { type BlockBudget, BlockCollector } from '../office/block-collector.ts';
import { findLargestText } from '../office/largest-text.ts';
import { meaningfulDescription } from '../office/meaningful-description.ts';
import { orderShapes } from '../office/order-shapes.ts';
import { slideBlocks } from '../office/slide-blocks.ts';
import { type RepetitionBudget, TableBuilder } from '../office/table-builder.ts';
import { turnBox } from '../office/turn-box.ts';
import { hasPicture, pictureIdsOf, picturePartOf } from '../ooxml/picture-ids.ts';
import { readChart } from '../ooxml/read-chart.ts';
import { readDiagram } from '../ooxml/read-diagram.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';
import type { PicturePlacement } from '../pictures/picture-collector.ts';
import { childOf, childrenOf, firstOf, pathOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { type Presentation, type PresentationPart, pointsOf, targetOf } from './open-presentation.ts';
import { readTextBody, sizeOfText, type TextInheritance } from './read-text-body.ts';
import { type ShapeSpace, spaceInGroup, toSlide, wholeSlide } from './shape-space.ts';
import { inheritedShapes, masterStyle, placeholderOf, type SlideLayout } from './slide-layouts.ts';

/** Parts and budgets that all slides share. */
export interface SlideContext {
  readonly presentation: Presentation;
  readonly blocks: BlockBudget;
  readonly pictures: DocumentPictures;
  /** Collects a picture that is a part of the file. @returns its address; '' if it is not collected */
  readonly pictureOf: (part: string | undefined, placement: PicturePlacement) => string;
  readonly repetitions: RepetitionBudget;
}

/** Placeholders whose text is the same on all slides. */
const running = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
const titleTypes = new Set(['title', 'ctrTitle']);
const titleLengthMax = 150;

/** Reads a slide: its title, its shapes and the speaker's notes (ECMA-376 part 1, 19.3). */
export function readSlide(
  slide: PresentationPart,
  layout: SlideLayout,
  context: SlideContext,
): ContentBlock[] {
  const reader = new SlideReader(slide, layout, context);
  const notes = context.presentation.partOf(targetOf(slide, 'notesSlide'));
  return reader.read(notes ? readNotes(notes, context) : []);
}

function readNotes(notes: PresentationPart, context: SlideContext): ContentBlock[] {
  const collector = new BlockCollector(context.blocks);
  for (const shape of childrenOf(pathOf(notes.root, 'cSld', 'spTree'), 'sp')) {
    const body = childOf(shape, 'txBody');
    if (body && placeholderOf(shape)?.type === 'body')
      readTextBody(body, { styles: [], relationships: notes.relationships }, collector);
  }
  return collector.finish();
}

class SlideReader {
  readonly #slide: PresentationPart;
  readonly #layout: SlideLayout;
  readonly #context: SlideContext;

  constructor(slide: PresentationPart, layout: SlideLayout, context: SlideContext) {
    this.#slide = slide;
    this.#layout = layout;
    this.#context = context;
  }

  read(notes: readonly ContentBlock[]): ContentBlock[] {
    const shapes = shapesOf(pathOf(this.#slide.root, 'cSld', 'spTree')).filter(
      (shape) => !running.has(placeholderOf(shape)?.type ?? ''),
    );
    const titleShape =
      shapes.find((shape) => titleTypes.has(placeholderOf(shape)?.type ?? '') && hasText(shape)) ??
      this.#largestText(shapes);
    const title = titleShape ? this.#titleOf(titleShape) : [];
    const collector = new BlockCollector(this.#context.blocks);
    for (const shape of this.#order(shapes.filter((shape) => shape !== titleShape)))
      this.#readShape(shape, collector, wholeSlide);
    const type = titleShape && placeholderOf(titleShape)?.type;
    return slideBlocks({ title, isTitleSlide: type === 'ctrTitle', body: collector.finish(), notes });
  }

  #titleOf(shape: XmlElement): RichText {
    const collector = new BlockCollector(this.#context.blocks);
    const text = childOf(shape, 'txBody');
    // A title has no bullet, whatever it inherits.
    if (text) readTextBody(text, { styles: [], relationships: this.#slide.relationships }, collector);
    const content = flattenBlocks(collector.finish());
    const [only, ...others] = content;
    return only?.type === 'emphasis' && only.mark === '**' && others.length === 0 ? only.children : content;
  }

  /** On slides without a title placeholder, a short text that is larger than all others and first is the title. */
  #largestText(shapes: readonly XmlElement[]): XmlElement | undefined {
    if (shapes.some((shape) => titleTypes.has(placeholderOf(shape)?.type ?? ''))) return undefined;
    const largest = findLargestText(
      shapes
        .filter((shape) => shape.name === 'sp' && hasText(shape))
        .map((shape) => ({ shape, size: sizeOfText(shape), top: this.#boxOf(shape)?.top ?? 0 })),
    );
    if (largest === undefined) return undefined;
    const content = textOf(this.#titleOf(largest));
    return content.length <= titleLengthMax && shapes.length > 1 ? largest : undefined;
  }

  #order(shapes: readonly XmlElement[]): XmlElement[] {
    return orderShapes(shapes.map((shape) => ({ shape, box: this.#boxOf(shape), text: allText(shape) })));
  }

  #boxOf(shape: XmlElement): PageBox | undefined {
    const placeholder = placeholderOf(shape);
    const inherited = placeholder ? inheritedShapes(placeholder, this.#layout) : [];
    for (const source of [shape, ...inherited]) {
      const frame =
        childOf(source, 'xfrm') ?? pathOf(source, 'spPr', 'xfrm') ?? pathOf(source, 'grpSpPr', 'xfrm');
      const [offset, extent] = [childOf(frame, 'off')?.attributes, childOf(frame, 'ext')?.attributes];
      const [left, top] = [pointsOf(offset?.['x']), pointsOf(offset?.['y'])];
      const [width, height] = [pointsOf(extent?.['cx']), pointsOf(extent?.['cy'])];
      if (left !== undefined && top !== undefined && width !== undefined && height !== undefined)
        return turnBox({ left, top, right: left + width, bottom: top + height }, rotationOf(frame));
    }
    return undefined;
  }

  /** @param space that of the positions of the shape */
  #readShape(shape: XmlElement, collector: BlockCollector, space: ShapeSpace): void {
    if (shape.name === 'grpSp') {
      const inside = spaceInGroup(shape, space);
      for (const child of this.#order(shapesOf(shape))) this.#readShape(child, collector, inside);
    } else if (shape.name === 'graphicFrame') this.#readGraphic(shape, collector, space);
    else {
      const text = childOf(shape, 'txBody');
      if (text) readTextBody(text, this.#inheritanceOf(shape), collector);
      if (!text || !hasText(shape)) this.#addFigure(shape, collector, space);
    }
  }

  #inheritanceOf(shape: XmlElement): TextInheritance {
    const placeholder = placeholderOf(shape);
    const inherited = placeholder ? inheritedShapes(placeholder, this.#layout) : [];
    const lists = inherited.map((each) => pathOf(each, 'txBody', 'lstStyle'));
    const styles = [...lists, masterStyle(placeholder, this.#layout)].filter((style) => style !== undefined);
    return { styles, relationships: this.#slide.relationships };
  }

  #readGraphic(frame: XmlElement, collector: BlockCollector, space: ShapeSpace): void {
    const data = pathOf(frame, 'graphic', 'graphicData');
    const { presentation } = this.#context;
    const targetOfId = (id: string | undefined) => this.#slide.relationships.get(id ?? '')?.target;
    const table = childOf(data, 'tbl');
    const chart = childOf(data, 'chart');
    const diagram = childOf(data, 'relIds');
    if (table) this.#readTable(table, collector);
    else if (chart) {
      for (const block of readChart(presentation.partOf(targetOfId(chart.attributes['r:id']))?.root))
        collector.add(block);
    } else if (diagram) {
      for (const block of readDiagram(presentation.partOf(targetOfId(diagram.attributes['r:dm']))?.root))
        collector.add(block);
    } else this.#addFigure(frame, collector, space);
  }

  #addFigure(shape: XmlElement, collector: BlockCollector, space: ShapeSpace): void {
    const attributes = firstOf(shape, 'cNvPr')?.attributes;
    const alternativeText = meaningfulDescription(attributes?.['descr'] ?? attributes?.['title'] ?? '');
    const url = this.#collectPicture(shape, alternativeText, space);
    if (alternativeText !== '' || url !== '') collector.add({ kind: 'figure', alternativeText, url });
    else if (hasPicture(shape)) this.#context.pictures.omit();
  }

  /** @returns the address of the picture of a shape; '' if it is not collected */
  #collectPicture(shape: XmlElement, description: string, space: ShapeSpace): string {
    const { pictures, pictureOf } = this.#context;
    const [id] = pictures.areCollected ? pictureIdsOf(shape) : [];
    if (id === undefined) return '';
    const box = this.#boxOf(shape);
    return pictureOf(picturePartOf(id, this.#slide.relationships), {
      description,
      box: box && toSlide(box, space),
    });
  }

  #readTable(table: XmlElement, collector: BlockCollector): void {
    const builder = new TableBuilder(this.#context.repetitions);
    for (const row of childrenOf(table, 'tr')) {
      builder.openRow();
      for (const cell of childrenOf(row, 'tc')) this.#readCell(cell, builder);
    }
    const rows = builder.finish();
    if (rows.length > 0) collector.add({ kind: 'table', rows });
  }

  #readCell(cell: XmlElement, builder: TableBuilder): void {
    const { attributes } = cell;
    const isOn = (name: string) => /^(?:1|true)$/.test(attributes[name] ?? '');
    if (isOn('hMerge') || isOn('vMerge')) {
      builder.addCovered();
      return;
    }
    const content = new BlockCollector(this.#context.blocks, true);
    const text = childOf(cell, 'txBody');
    if (text) readTextBody(text, { styles: [], relationships: this.#slide.relationships }, content);
    builder.addCell(flattenBlocks(content.finish()), Number(attributes['gridSpan'] ?? 1));
  }
}

/** @returns the shapes in a tree or group, without those for programs that know fewer features, and without hidden ones */
function shapesOf(tree: XmlElement | undefined): XmlElement[] {
  return childrenOf(tree).flatMap((child) => {
    if (child.name === 'AlternateContent') return shapesOf(childOf(child, 'Choice'));
    const isShape = /^(?:sp|pic|graphicFrame|grpSp|cxnSp)$/.test(child.name);
    const isHidden = /^(?:1|true)$/.test(firstOf(child, 'cNvPr')?.attributes['hidden'] ?? '');
    return isShape && !isHidden ? [child] : [];
  });
}

function hasText(shape: XmlElement): boolean {
  const text = childOf(shape, 'txBody');
  return text !== undefined && !isBlank(plainText(allText(text)));
}

function allText(element: XmlElement): string {
  return childrenOf(element)
    .map((child) =>
      child.name === 't'
        ? child.children.filter((node) => typeof node === 'string').join('')
        : allText(child),
    )
    .join('');
}

/** Clockwise rotation in degrees, which the file has in 60,000ths of one (ECMA-376 part 1, 20.1.10.3). */
function rotationOf(frame: XmlElement | undefined): number {
  return Number(frame?.attributes['rot'] ?? 0) / 60_000;
}
