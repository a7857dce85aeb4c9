import type { ContentBlock } from '@quern/content/blocks/content-block';
import { isBlank, type RichText } from '@quern/content/blocks/rich-text';
import type { DocumentWarning } from '../model/document-content.ts';

/** The parts of a slide. */
export interface SlideParts {
  /** Empty if there is none. */
  readonly title: RichText;
  /** Whether this is the first slide, or one that opens a section. */
  readonly isTitleSlide: boolean;
  readonly body: readonly ContentBlock[];
  readonly notes: readonly ContentBlock[];
}

/**
 * Puts the blocks of a slide together: its title as a heading, level 1 on title slides and 2 on others, then its content,
 * then the speaker's notes as a quotation.
 */
export function slideBlocks({ title, isTitleSlide, body, notes }: SlideParts): ContentBlock[] {
  const heading: ContentBlock[] = isBlank(title)
    ? []
    : [{ kind: 'heading', level: isTitleSlide ? 1 : 2, content: joinLines(title) }];
  const quote: ContentBlock[] = notes.length === 0 ? [] : [{ kind: 'quote', blocks: [...notes] }];
  return [...heading, ...body, ...quote];
}

/** A heading is one line. */
function joinLines(title: RichText): RichText {
  return title.map((node) => (node.type === 'break' ? { type: 'text', value: ' ' } : node));
}

/** The warning for a slide that a presentation does not show. */
export function hiddenSlide(number: number): DocumentWarning {
  return { code: 'hidden_slide', message: `The hidden slide ${number} was left out.` };
}

/** The warning for a slide that the presentation lists, but does not contain. */
export function missingSlide(number: number): DocumentWarning {
  return { code: 'missing_slide', message: `Slide ${number} is missing in the file.` };
}
