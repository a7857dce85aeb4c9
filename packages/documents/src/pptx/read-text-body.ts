import { listDepthMax } from '@quern/content/blocks/content-block';
import { texOf } from '../docx/read-math.ts';
import type { BlockCollector } from '../office/block-collector.ts';
import { isCodeParagraph } from '../office/code-paragraph.ts';
import { RichTextBuilder } from '../office/rich-text-builder.ts';
import { isMonospaced } from '../office/style-names.ts';
import { isSymbolFont, symbolText } from '../office/symbol-fonts.ts';
import type { Relationship } from '../ooxml/relationships.ts';
import { childOf, childrenOf, descendantsOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { BulletCounters, bulletOf } from './bullets.ts';

/** Where a text body inherits its format. */
export interface TextInheritance {
  /** Elements with formats by level, such as `lstStyle`, nearest first. */
  readonly styles: readonly XmlElement[];
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** Adds the paragraphs of a text body (ECMA-376 part 1, 21.1.2). */
export function readTextBody(
  body: XmlElement,
  { styles, relationships }: TextInheritance,
  collector: BlockCollector,
): void {
  const own = childOf(body, 'lstStyle');
  const inherited = own ? [own, ...styles] : styles;
  const counters = new BulletCounters();
  let itemDepth: number | undefined;
  for (const paragraph of childrenOf(body, 'p')) {
    const text = readParagraph(paragraph, relationships);
    const properties = childOf(paragraph, 'pPr');
    if (text.isBlank) {
      if (collector.isInCode) collector.addCode('');
      continue;
    }
    const level = Math.min(
      Math.max(0, Math.trunc(Number(properties?.attributes['lvl'] ?? 0)) || 0),
      listDepthMax,
    );
    const bullet = bulletOf(properties, inherited, level);
    if (bullet !== undefined) {
      collector.add({
        kind: 'list-item',
        depth: level,
        ...counters.next(bullet, level),
        content: text.finish(),
      });
      itemDepth = level;
    } else if (isCodeParagraph(text, { isCode: false, isMonospaced: false }))
      collector.addCode(text.text.trimEnd());
    else {
      const isContinued = itemDepth !== undefined && isContinuation(properties);
      collector.add({
        kind: 'paragraph',
        content: text.finish({ dropsCode: text.isCode }),
        ...(isContinued && { itemDepth }),
      });
      if (!isContinued) itemDepth = undefined;
      if (!isContinued) counters.reset();
    }
  }
}

/** A paragraph whose bullet was removed is part of the item before if it is indented like it. */
function isContinuation(properties: XmlElement | undefined): boolean {
  const left = Number(properties?.attributes['marL'] ?? 0);
  return childOf(properties, 'buNone') !== undefined && left > 0;
}

function readParagraph(
  paragraph: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
): RichTextBuilder {
  const text = new RichTextBuilder();
  const read = (element: XmlElement): void => {
    for (const child of childrenOf(element)) {
      if (child.name === 'r') readRun(child, relationships, text);
      else if (child.name === 'fld') {
        if (!/^(?:slidenum|datetime)/.test(child.attributes['type'] ?? ''))
          readRun(child, relationships, text);
      } else if (child.name === 'br') text.add({ text: '\n' });
      else if (child.name === 'oMath') addMath(child, text);
      else if (!/^(?:pPr|endParaRPr|Fallback)$/.test(child.name)) read(child);
    }
  };
  read(paragraph);
  return text;
}

function addMath(math: XmlElement, text: RichTextBuilder): void {
  const tex = texOf(math);
  if (tex !== '') text.addNode({ type: 'raw', value: `$${tex}$` });
}

function readRun(
  run: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
  builder: RichTextBuilder,
): void {
  const properties = childOf(run, 'rPr');
  const attributes = properties?.attributes ?? {};
  const isOn = (name: string) => /^(?:1|true)$/.test(attributes[name] ?? '');
  const font = childOf(properties, 'latin')?.attributes['typeface'] ?? '';
  const symbolFont = childOf(properties, 'sym')?.attributes['typeface'] ?? font;
  const plain = textIn(childOf(run, 't')).replaceAll('\v', '\n');
  const link = relationships.get(childOf(properties, 'hlinkClick')?.attributes['r:id'] ?? '');
  builder.add({
    text: isSymbolFont(font) ? symbolText(plain, symbolFont) : plain,
    isBold: isOn('b'),
    isItalic: isOn('i'),
    isStruck: /^(?:sng|dbl)Strike$/.test(attributes['strike'] ?? ''),
    isCode: isMonospaced(font),
    url: link?.isExternal ? link.target : undefined,
  });
}

/** @returns the largest size of the text in a shape in hundredths of a point; 0 if it is not stated */
export function sizeOfText(shape: XmlElement): number {
  let size = 0;
  for (const properties of descendantsOf(shape, 'rPr'))
    size = Math.max(size, Number(properties.attributes['sz'] ?? 0) || 0);
  return size;
}
