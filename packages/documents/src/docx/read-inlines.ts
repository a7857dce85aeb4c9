import type { ContentBlock } from '@quern/content/blocks/content-block';
import type { StyledRun } from '@quern/content/blocks/rich-text';
import { RichTextBuilder } from '../office/rich-text-builder.ts';
import { isSymbolFont, symbolOf, symbolText } from '../office/symbol-fonts.ts';
import { hasPicture, pictureIdsOf, picturePartOf } from '../ooxml/picture-ids.ts';
import { readGraphics } from '../ooxml/read-graphics.ts';
import type { Relationship } from '../ooxml/relationships.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';
import type { PicturePlacement } from '../pictures/picture-collector.ts';
import type { DocumentStyles } from '../word/document-styles.ts';
import { type FieldStack, hyperlinkOf } from '../word/field-stack.ts';
import { childOf, childrenOf, descendantsOf, firstOf, isElement, pathOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { NoteReferences } from './note-references.ts';
import { isOn } from './on-off.ts';
import { describedImage } from './read-image.ts';
import { texOf } from './read-math.ts';

/** Definitions and state that the paragraphs of a part share. */
export interface InlineContext {
  readonly styles: DocumentStyles;
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly fields: FieldStack;
  readonly notes: NoteReferences;
  readonly pictures: DocumentPictures;
  /** Collects a picture that is a part of the file. @returns its address; '' if it is not collected */
  readonly pictureOf: (part: string | undefined, placement: PicturePlacement) => string;
  /** Reads a part as a tree. @returns undefined if there is no such part */
  readonly partOf: (name: string) => XmlElement | undefined;
}

/** The content of a paragraph. */
export interface ParagraphInlines {
  readonly text: RichTextBuilder;
  /** Contents of text boxes that are anchored in the paragraph. */
  readonly boxes: readonly XmlElement[];
  /** Formulas on separate lines, in TeX. */
  readonly formulas: readonly string[];
  /** Contents of charts and diagrams that are anchored in the paragraph. */
  readonly graphics: readonly ContentBlock[];
}

/** Elements whose content is not shown: deleted or moved text, former properties, fallbacks, pronunciation. */
const hiddenElements = new Set([
  ...['del', 'moveFrom', 'pPrChange', 'rPrChange', 'Fallback', 'rubyPr', 'rt', 'pPr', 'sdtPr', 'sdtEndPr'],
  ...['ctrlPr', 'customXmlPr', 'smartTagPr'],
]);

/** Reads the content of a paragraph (ECMA-376 part 1, 17.3 and 17.16). */
export function readInlines(paragraph: XmlElement, context: InlineContext): ParagraphInlines {
  const reader = new InlineReader(context, isHiddenParagraph(paragraph, context.styles));
  reader.readChildren(paragraph, undefined);
  return { text: reader.text, boxes: reader.boxes, formulas: reader.formulas, graphics: reader.graphics };
}

function isHiddenParagraph(paragraph: XmlElement, styles: DocumentStyles): boolean {
  const id = pathOf(paragraph, 'pPr', 'pStyle')?.attributes['val'] ?? '';
  return styles.resolve(id).isHidden;
}

class InlineReader {
  readonly text = new RichTextBuilder();
  readonly boxes: XmlElement[] = [];
  readonly formulas: string[] = [];
  readonly graphics: ContentBlock[] = [];
  readonly #context: InlineContext;
  readonly #isHidden: boolean;

  constructor(context: InlineContext, isHidden: boolean) {
    this.#context = context;
    this.#isHidden = isHidden;
  }

  readChildren(element: XmlElement, url: string | undefined): void {
    for (const child of childrenOf(element)) this.#read(child, url);
  }

  #read(element: XmlElement, url: string | undefined): void {
    switch (element.name) {
      case 'r':
        this.#readRun(element, url);
        return;
      case 'hyperlink':
        this.readChildren(element, this.#addressOf(element) ?? url);
        return;
      case 'fldSimple':
        this.#readSimpleField(element, url);
        return;
      case 'oMathPara':
        if (this.#context.fields.isHidden) return;
        for (const math of childrenOf(element, 'oMath')) this.formulas.push(texOf(math));
        return;
      case 'oMath':
        this.#addMath(element);
        return;
      default:
        if (!hiddenElements.has(element.name)) this.readChildren(element, url);
    }
  }

  #addMath(element: XmlElement): void {
    const tex = texOf(element);
    if (tex !== '' && !this.#context.fields.isHidden) this.text.addNode({ type: 'raw', value: `$${tex}$` });
  }

  #addressOf({ attributes }: XmlElement): string | undefined {
    const relationship = this.#context.relationships.get(attributes['r:id'] ?? '');
    if (!relationship?.isExternal) return undefined;
    const { anchor } = attributes;
    return anchor === undefined || relationship.target.includes('#')
      ? relationship.target
      : `${relationship.target}#${anchor}`;
  }

  #readSimpleField(element: XmlElement, url: string | undefined): void {
    const { fields } = this.#context;
    const code = element.attributes['instr'] ?? '';
    fields.begin();
    fields.addCode(code);
    fields.separate();
    this.readChildren(element, hyperlinkOf(code) ?? url);
    fields.end();
  }

  #readRun(run: XmlElement, url: string | undefined): void {
    const style = this.#styleOf(childOf(run, 'rPr'), url);
    for (const child of childrenOf(run)) {
      if (this.#readField(child)) continue;
      if (style !== undefined && !this.#context.fields.isHidden) this.#readRunContent(child, style, url);
    }
  }

  /** @returns whether the element belongs to a field */
  #readField(element: XmlElement): boolean {
    const { fields } = this.#context;
    if (element.name === 'instrText') fields.addCode(textIn(element));
    else if (element.name !== 'fldChar') return false;
    else if (element.attributes['fldCharType'] === 'begin') {
      fields.begin();
      this.#readFormField(element);
    } else if (element.attributes['fldCharType'] === 'separate') fields.separate();
    else fields.end();
    return true;
  }

  /** Check boxes and drop-down lists of old forms have no text (17.16.7 and 17.16.9). */
  #readFormField(field: XmlElement): void {
    const checkbox = firstOf(field, 'checkBox');
    const list = firstOf(field, 'ddList');
    if (checkbox) {
      const state = childOf(checkbox, 'checked') ?? childOf(checkbox, 'default');
      this.text.add({ text: state && isOn(state.attributes['val']) ? '☒' : '☐' });
    } else if (list) {
      const choice = childOf(list, 'result') ?? childOf(list, 'default');
      const entry = childrenOf(list, 'listEntry')[Number(choice?.attributes['val'] ?? 0)];
      this.text.add({ text: entry?.attributes['val'] ?? '' });
    }
  }

  #readRunContent(element: XmlElement, style: RunStyle, url: string | undefined): void {
    const { name, attributes } = element;
    const add = (text: string) => {
      this.text.add({ ...style.run, text, url: url ?? this.#context.fields.url });
    };
    if (name === 't')
      add(isSymbolFont(style.font) ? symbolText(textIn(element), style.font) : textIn(element));
    else if (name === 'tab' || name === 'ptab') add('\t');
    else if (name === 'br')
      add(attributes['type'] === undefined || attributes['type'] === 'textWrapping' ? '\n' : ' ');
    else if (name === 'cr') add('\n');
    else if (name === 'noBreakHyphen') add('\u2011');
    else if (name === 'sym')
      add(symbolOf(Number.parseInt(attributes['char'] ?? '', 16), attributes['font'] ?? ''));
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const label = this.#context.notes.refer(
        name === 'footnoteReference' ? 'footnote' : 'endnote',
        attributes['id'] ?? '',
      );
      if (label !== undefined) this.text.add({ text: '', footnote: label });
    } else if (name === 'drawing' || name === 'pict' || name === 'object') this.#readDrawing(element);
    else if (name === 'AlternateContent' || name === 'Choice' || name === 'ruby' || name === 'rubyBase')
      for (const child of childrenOf(element)) {
        if (child.name === 'r') this.#readRun(child, url);
        else this.#readRunContent(child, style, url);
      }
  }

  #readDrawing(drawing: XmlElement): void {
    for (const box of descendantsOf(withoutFallbacks(drawing), 'txbxContent')) this.boxes.push(box);
    const { relationships, partOf } = this.#context;
    for (const block of readGraphics(drawing, relationships, partOf)) this.graphics.push(block);
    const image = describedImage(drawing, relationships);
    const addresses = image.url === '' ? this.#collectPictures(drawing, image.alt) : [];
    for (const [index, url] of addresses.entries())
      this.text.addNode({ type: 'image', alt: index === 0 ? image.alt : '', url });
    if (addresses.length > 0) return;
    if (image.alt !== '' || image.url !== '') this.text.addNode(image);
    else if (hasPicture(drawing)) this.#context.pictures.omit();
  }

  /** @returns the addresses of the pictures of a drawing that are collected; the first has its description */
  #collectPictures(drawing: XmlElement, alternativeText: string): string[] {
    const { pictures, pictureOf, relationships } = this.#context;
    if (!pictures.areCollected) return [];
    return pictureIdsOf(drawing)
      .map((id, index) =>
        pictureOf(picturePartOf(id, relationships), { description: index === 0 ? alternativeText : '' }),
      )
      .filter((url) => url !== '');
  }

  /** @returns undefined for hidden text */
  #styleOf(properties: XmlElement | undefined, url: string | undefined): RunStyle | undefined {
    const value = (name: string): boolean | undefined => {
      const property = childOf(properties, name);
      return property && isOn(property.attributes['val']);
    };
    const { styles } = this.#context;
    const styleId = childOf(properties, 'rStyle')?.attributes['val'];
    const style = styleId === undefined ? {} : styles.resolveCharacters(styleId);
    if (value('vanish') ?? style.isHidden ?? this.#isHidden) return undefined;
    const fonts = childOf(properties, 'rFonts')?.attributes ?? {};
    const font = fonts['ascii'] ?? fonts['hAnsi'] ?? '';
    const run = {
      isBold: value('b') ?? style.isBold,
      isItalic: value('i') ?? style.isItalic,
      isStruck: value('strike') ?? value('dstrike') ?? style.isStruck,
      isCode: font === '' ? style.isCode : styles.isCodeFont(font),
      url,
    };
    return { run, font };
  }
}

interface RunStyle {
  readonly run: Omit<StyledRun, 'text'>;
  readonly font: string;
}

/** Without the alternatives of drawings for old programs, which repeat their text. */
function withoutFallbacks(element: XmlElement): XmlElement {
  const children = element.children
    .filter((node) => !isElement(node) || node.name !== 'Fallback')
    .map((node) => (isElement(node) && node.name !== 'txbxContent' ? withoutFallbacks(node) : node));
  return { ...element, children };
}
