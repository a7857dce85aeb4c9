import type { TextRange } from '@quern/text/span';
import type { TextRole } from '@quern/text/structure/text-block';

/** Where a sentence is in the source. */
export interface SummarySource extends TextRange {
  /** Kept parts of it, in order, if words in the middle were left out. */
  readonly parts?: readonly TextRange[];
}

/** A sentence that a summary may contain, and its place in the text. */
export interface SummaryUnit {
  /** Without markup, line breaks, and words that `compressSentence` leaves out. The first sentence of a turn begins with the speaker. */
  readonly text: string;
  /** Where the sentence starts in `text`, after the speaker. */
  readonly bodyIndex: number;
  /** Without the speaker. */
  readonly source: SummarySource;
  /** Where its turn names the speaker; empty if that is elsewhere. */
  readonly speakerRange?: TextRange;
  readonly role: TextRole;
  /** Index of its block among the blocks that have units. */
  readonly block: number;
  /** Index in its block. */
  readonly indexInBlock: number;
  /** Number of units of its block. */
  readonly blockSize: number;
  /** Index of its section. */
  readonly section: number;
  readonly speaker: string | undefined;
}

/** The part of a text below one heading; the first one may have none. */
export interface SummarySection {
  /** '' without a heading. */
  readonly heading: string;
  /** Level of the heading, from 1; 0 without one. */
  readonly level: number;
  /** Index of its first unit. */
  readonly firstUnit: number;
  /** Index after its last unit. */
  readonly endUnit: number;
}

/** A text as summaries see it. */
export interface Outline {
  readonly title: string;
  /** The title and the headings before the first unit, if the text has a title; not among the units. */
  readonly headlines: readonly SummaryUnit[];
  readonly units: readonly SummaryUnit[];
  /** In order; each has at least one unit. */
  readonly sections: readonly SummarySection[];
  /** Number of blocks that have units. */
  readonly blockCount: number;
}

/** The name of the speaker, which has to precede a sentence within a turn that follows another speaker's. The first sentence of a turn has it already. */
export function labelOf({ speaker, bodyIndex }: Pick<SummaryUnit, 'speaker' | 'bodyIndex'>): string {
  return speaker === undefined || bodyIndex > 0 ? '' : `${speaker}: `;
}

/** The place of a sentence together with its speaker. */
export function sourceWithSpeaker({
  source,
  speakerRange,
  indexInBlock,
}: Pick<SummaryUnit, 'source' | 'speakerRange' | 'indexInBlock'>): SummarySource {
  if (speakerRange === undefined || speakerRange.endIndex <= speakerRange.startIndex) return source;
  const range = { startIndex: speakerRange.startIndex, endIndex: source.endIndex };
  if (indexInBlock === 0 && source.parts === undefined) return range;
  return { ...range, parts: [speakerRange, ...(source.parts ?? [source])] };
}
