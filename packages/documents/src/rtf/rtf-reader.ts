import type { ContentBlock } from '@quern/content/blocks/content-block';
import { DocumentError } from '../errors/document-error.ts';
import { CodePageDecoder } from '../office/code-pages.ts';
import { meaningfulDescription } from '../office/meaningful-description.ts';
import { isSymbolFont, symbolText } from '../office/symbol-fonts.ts';
import { characterOf } from './rtf-characters.ts';
import { destinationOf } from './rtf-destinations.ts';
import { addFieldCode, addressOfField, isContentsField } from './rtf-fields.ts';
import { applyCharacterFormat, applyParagraphFormat, runOf } from './rtf-format.ts';
import { RtfHeader } from './rtf-header.ts';
import { RtfInfo } from './rtf-info.ts';
import { RtfMath } from './rtf-math.ts';
import type { ReadObject } from './rtf-objects.ts';
import { initialState, plainParagraph, type RtfState } from './rtf-state.ts';
import { RtfStories } from './rtf-stories.ts';
import type { RtfContext, RtfStory } from './rtf-story.ts';
import type { RtfToken } from './tokenize-rtf.ts';

/** Deeper nesting than any program writes. */
const depthMax = 3000;

/** Interprets the tokens of a file. */
export class RtfReader {
  readonly info = new RtfInfo();
  readonly #context: RtfContext;
  readonly #header: RtfHeader;
  readonly #math = new RtfMath();
  readonly #decoder = new CodePageDecoder();
  readonly #stack: RtfState[] = [];
  readonly #stories: RtfStories;
  #state = initialState();
  /** Characters in a code page that are not decoded yet. */
  #bytes = '';
  /** Characters to leave out after a Unicode character. */
  #fallback = 0;
  #shapeName = '';
  #tableDepth = 0;

  constructor(context: RtfContext) {
    this.#context = context;
    this.#header = new RtfHeader(context.definitions);
    this.#stories = new RtfStories(context);
  }

  read(token: RtfToken): void {
    if (token.kind === 'text') {
      this.#addBytes(token.bytes);
      return;
    }
    this.#flush();
    if (token.kind === 'binary') this.#addData(token.bytes, true);
    else if (token.kind === 'control') this.#control(token.name, token.value);
    else if (token.kind === 'open') this.#openGroup();
    else this.#closeGroup();
  }

  finish(): { readonly blocks: ContentBlock[]; readonly title: string } {
    this.#flush();
    return this.#stories.finish(this.#state.paragraph);
  }

  get #story(): RtfStory {
    return this.#stories.current;
  }

  #openGroup(): void {
    if (this.#stack.length >= depthMax)
      throw new DocumentError('too_complex', 'The document is nested too deeply.');
    this.#fallback = 0;
    this.#stack.push({ ...this.#state });
    const depth = this.#state.destination === 'styles' ? ++this.#tableDepth : 0;
    this.#header.open(this.#state.destination, depth);
  }

  #closeGroup(): void {
    this.#fallback = 0;
    if (this.#tableDepth > 0) this.#tableDepth -= 1;
    this.#stories.closeGroup(this.#stack.length, this.#state.paragraph);
    const tex = this.#math.close(this.#stack.length);
    if (tex) this.#addFormula(tex);
    const image = this.#context.pictures.close(this.#stack.length);
    if (image) this.#story.text.addNode(image);
    const before = this.#stack.pop();
    const isObject = this.#state.target === 'objdata' && before?.target !== 'objdata';
    if (before) this.#state = before;
    if (isObject) this.#addObject(this.#context.objects.close());
  }

  #addFormula(tex: string): void {
    this.#story.text.addNode({ type: 'raw', value: `$${tex}$` });
  }

  #addObject({ blocks, kind }: ReadObject): void {
    const image = kind === undefined ? undefined : this.#context.pictures.describeNext(kind);
    if (image) this.#story.text.addNode(image);
    for (const block of blocks ?? [])
      if (block.kind === 'formula') this.#addFormula(block.tex);
      else this.#story.addAfter(block);
  }

  #openStory(kind: 'note' | 'box'): void {
    this.#stories.open(kind, this.#stack.length);
    this.#state.paragraph = plainParagraph;
    this.#state.url = undefined;
  }

  #control(name: string, value: number | undefined): void {
    const state = this.#state;
    if (this.#fallback > 0 && (name.length > 1 || /[a-z]/.test(name)) && name !== 'u') {
      this.#fallback -= 1;
      return;
    }
    if (name === '*') {
      state.isOptional = true;
      return;
    }
    const { isOptional } = state;
    const destination = destinationOf(name, isOptional, state.destination);
    state.isOptional = false;
    if (destination !== undefined) this.#enter(destination, name);
    else if (state.destination === 'skip') this.#readSkipped(name, isOptional);
    else if (state.destination === 'info') this.#readInfo(name, value);
    else if (!this.#readCharacter(name, value)) {
      if (state.math === undefined) this.#readFormat(name, value);
      else state.math = this.#math.control(state.math, name, value);
    }
  }

  #enter(destination: RtfState['destination'], name: string): void {
    this.#state.destination = destination;
    this.#state.target = name;
    if (name === 'pict') this.#context.pictures.open(this.#stack.length);
    if (destination === 'math') this.#state.math = this.#math.open(this.#stack.length);
    if (destination === 'label') this.#story.label ??= '';
    if (destination === 'styles') this.#tableDepth = 0;
    if (destination === 'shape-name') this.#shapeName = '';
  }

  /** The description of a picture is a property of it. @param isGroup whether it begins a group inside of a picture */
  #readSkipped(name: string, isGroup: boolean): void {
    if (this.#state.target !== 'pict' && this.#state.target !== 'picprop') return;
    if (name === 'picprop' || isGroup) this.#state.target = name;
    else if (name === 'sn' || name === 'sv') this.#enter(name === 'sn' ? 'shape-name' : 'shape-value', name);
  }

  #readInfo(name: string, value: number | undefined): void {
    if (value === undefined || /tim$/.test(name)) {
      this.#state.target = name;
      this.info.open(name);
    } else this.info.number(this.#state.target, name, value);
  }

  /** @returns whether the control stands for a character */
  #readCharacter(name: string, value: number | undefined): boolean {
    if (name === 'u' && value !== undefined) {
      this.#addText(String.fromCharCode(value & 0xffff));
      this.#fallback = this.#state.fallbackLength;
      return true;
    }
    const character = characterOf(name);
    if (character !== undefined) this.#addText(character);
    return character !== undefined;
  }

  #readFormat(name: string, value: number | undefined): void {
    const { destination } = this.#state;
    if (destination === 'body' || destination === 'label') this.#readBody(name, value);
    else this.#header.control(destination, name, value ?? 0);
    if (name === 'uc') this.#state.fallbackLength = Math.max(0, Math.min(value ?? 1, 10));
  }

  #readBody(name: string, value: number | undefined): void {
    const state = this.#state;
    switch (name) {
      case 'par':
      case '\n':
      case '\r':
      case 'sect':
      case 'page':
        if (state.destination === 'body') this.#closeParagraph();
        return;
      case 'cell':
        this.#story.closeCell(state.paragraph);
        return;
      case 'nestcell':
        this.#story.closeCell(state.paragraph, true);
        return;
      case 'nestrow':
        this.#story.closeRow(true);
        return;
      case 'row':
        this.#story.closeRow();
        this.#stories.placeBoxes();
        return;
      default:
        this.#readOther(name, value);
    }
  }

  #readOther(name: string, value: number | undefined): void {
    const state = this.#state;
    if (applyCharacterFormat(state, name, value, this.#context.definitions.defaultFont)) return;
    // A label contains the format of a separate paragraph.
    if (state.destination !== 'body') return;
    if (!applyParagraphFormat(state, name, value ?? 0)) this.#readStructure(name, value ?? 0);
  }

  #readStructure(name: string, value: number): void {
    const { definitions } = this.#context;
    const state = this.#state;
    if (this.#story.readRowDefinition(name, value, state.isInnerRow)) return;
    definitions.readSetting(name, value);
    if (name === 'field') state.field = { code: '' };
    else if (name === 'object') this.#context.objects.open();
    else if (name === 'result' && this.#context.objects.isRead) state.destination = 'skip';
    else if (name === 'fldrslt') this.#openFieldResult();
    else if (name === 'footnote') this.#openStory('note');
    else if (name === 'shptxt') this.#openStory('box');
    else if (name === 'nesttableprops') state.isInnerRow = true;
    else if (name === 'upr') state.destination = 'skip';
    else if (name === 'ud') state.destination = 'body';
    if (name === 'deff') state.font = value;
  }

  #openFieldResult(): void {
    const { field } = this.#state;
    this.#state.url = addressOfField(field) ?? this.#state.url;
    if (isContentsField(field)) this.#state.destination = 'skip';
  }

  #closeParagraph(): void {
    this.#story.closeParagraph(this.#state.paragraph);
    this.#stories.placeBoxes();
  }

  /** Adds data of a picture or an object. */
  #addData(bytes: string, isBinary: boolean): void {
    const { pictures, objects } = this.#context;
    const { target } = this.#state;
    if (target === 'pict') pictures.addData({ bytes, isBinary });
    else if (target === 'objdata') objects.addData({ bytes, isBinary });
    else if (target === 'objclass') objects.addProgram(bytes);
  }

  #addBytes(bytes: string): void {
    const left = Math.min(this.#fallback, bytes.length);
    this.#fallback -= left;
    this.#addData(bytes, false);
    if (this.#state.destination === 'skip') return;
    this.#bytes += left === 0 ? bytes : bytes.slice(left);
  }

  #flush(): void {
    if (this.#bytes === '') return;
    const bytes = this.#bytes;
    this.#bytes = '';
    const { fonts, codePage } = this.#context.definitions;
    this.#addText(this.#decoder.decode(bytes, fonts.get(this.#state.font)?.codePage ?? codePage));
  }

  #addText(text: string): void {
    const state = this.#state;
    const { destination } = state;
    if (destination === 'body') this.#addBodyText(this.#shownText(text));
    else if (destination === 'label')
      this.#story.label = `${this.#story.label ?? ''}${this.#shownText(text)}`.slice(0, 200);
    else if (destination === 'field-code') addFieldCode(state.field, text);
    else if (destination === 'info') this.info.text(state.target, text);
    else if (destination === 'shape-name') this.#shapeName += text;
    else if (destination === 'shape-value') this.#addShapeValue(text);
    else if (destination === 'math') {
      if (state.math) this.#math.text(state.math, text);
    } else if (destination !== 'skip') this.#header.text(destination, text);
  }

  #shownText(text: string): string {
    const font = this.#context.definitions.fonts.get(this.#state.font)?.name ?? '';
    if (isSymbolFont(font)) return symbolText(text, font);
    return this.#state.destination === 'label' ? text.replace(/[\ue000-\uf8ff]/g, '•') : text;
  }

  #addShapeValue(text: string): void {
    if (this.#shapeName.trim() !== 'wzDescription') return;
    const alt = meaningfulDescription(text);
    if (alt === '') return;
    const image = this.#context.pictures.describe(alt);
    if (image) this.#story.text.addNode(image);
  }

  #addBodyText(text: string): void {
    const run = runOf(this.#state, this.#context.definitions);
    if (run) this.#story.text.add({ ...run, text });
  }
}
