import { type Segment, textOf } from './segment.ts';

/** Readings below this confidence are noise, or text that no recognizer knows. */
const confidenceMin = 0.5;
/**
 * A page whose mean confidence is lower is in a script that no recognizer knows: they then return characters of similar
 * shape, some with confidence. Only readings above the second value are kept there, such as numbers.
 */
const [knownScriptMin, sureMin] = [0.78, 0.93];
/** A page is reported when the unreadable part is more than this share of its length. */
const unreadableShareMin = 0.2;

/** The readable segments of a page. */
export interface ReadableSegments {
  readonly segments: readonly Segment[];
  /** Whether a large part of the page looks like text, but could not be read. */
  readonly unreadable: boolean;
}

/** Leaves out the segments of a page that were not read well enough to be of use. */
export function selectReadable(segments: readonly Segment[]): ReadableSegments {
  const limit = meanConfidence(segments) < knownScriptMin ? sureMin : confidenceMin;
  const readable = segments.filter(({ confidence }) => confidence >= limit);
  const [length, readableLength] = [lengthOf(segments), lengthOf(readable)];
  return { segments: readable, unreadable: length - readableLength > length * unreadableShareMin };
}

/** Mean confidence of segments, weighted by their characters; 0 without characters. */
export function meanConfidence(segments: readonly Segment[]): number {
  let [sum, total] = [0, 0];
  for (const segment of segments) {
    const { length } = textOf(segment);
    sum += segment.confidence * length;
    total += length;
  }
  return total === 0 ? 0 : sum / total;
}

/** Length of segments in heights of a line, about their number of characters. */
const lengthOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { region: { rectangle } }) => sum + rectangle.width / rectangle.height, 0);
