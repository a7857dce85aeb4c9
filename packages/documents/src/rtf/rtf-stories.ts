import type { ContentBlock, FootnoteBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import { plainParagraph, type RtfParagraphFormat } from './rtf-state.ts';
import { type RtfContext, RtfStory } from './rtf-story.ts';

/** A note or text box whose text is being read. */
interface OpenStory {
  readonly kind: 'note' | 'box';
  readonly story: RtfStory;
  /** Number of open groups around it. */
  readonly depth: number;
}

/** The text of a document, with its notes and text boxes. */
export class RtfStories {
  readonly #context: RtfContext;
  readonly #main: RtfStory;
  readonly #open: OpenStory[] = [];
  readonly #notes: FootnoteBlock[] = [];
  /** Blocks of text boxes in the open paragraph. */
  #boxes: ContentBlock[] = [];

  constructor(context: RtfContext) {
    this.#context = context;
    this.#main = new RtfStory(context);
  }

  /** The innermost one that is open. */
  get current(): RtfStory {
    return this.#open.at(-1)?.story ?? this.#main;
  }

  /** @param depth number of open groups */
  open(kind: OpenStory['kind'], depth: number): void {
    this.#open.push({ kind, story: new RtfStory(this.#context), depth });
  }

  /** Closes the note or box that a group is, if it is one. */
  closeGroup(depth: number, format: RtfParagraphFormat): void {
    if (this.#open.at(-1)?.depth === depth) this.#close(format);
  }

  /** Text boxes follow the paragraph in which they are anchored. */
  placeBoxes(): void {
    if (this.#open.length > 0) return;
    for (const block of this.#boxes) this.#main.addBlock(block);
    this.#boxes = [];
  }

  finish(format: RtfParagraphFormat): { readonly blocks: ContentBlock[]; readonly title: string } {
    while (this.#open.length > 0) this.#close(plainParagraph);
    const blocks = this.#main.finish(format);
    return { blocks: [...blocks, ...this.#boxes, ...this.#notes], title: this.#main.title };
  }

  #close(format: RtfParagraphFormat): void {
    const closed = this.#open.pop();
    if (!closed) return;
    const blocks = closed.story.finish({ ...format, isInTable: false });
    if (closed.kind === 'box') {
      for (const block of blocks) this.#boxes.push(block);
      return;
    }
    const label = String(this.#notes.length + 1);
    const content = flattenBlocks(blocks, 2);
    if (content.length === 0) return;
    this.#notes.push({ kind: 'footnote', label, content });
    this.current.text.add({ text: '', footnote: label });
  }
}
