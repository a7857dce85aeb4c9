import { type Segment, textOf } from './segments/segment.ts';

/** Readings below this confidence are noise, or text that no recognizer knows. */
const confidenceMin = 0.5;
/**
 * A page whose mean confidence is lower, or of which less than half was read, is in a script that no recognizer knows: they
 * then return characters of similar shape, some with confidence. Only readings above the last value with several
 * characters are kept there, such as numbers.
 */
const [knownScriptMin, knownShareMin, sureMin] = [0.78, 0.5, 0.93];
const sureLengthMin = 3;
/** Letters of one line are in at most one of these scripts, in readings below this confidence. */
const [foreignScripts, mixedMin] = [
  ['Arabic', 'Cyrillic', 'Devanagari', 'Hangul', 'Hebrew', 'Thai'].map(
    (script) => new RegExp(`(?=\\p{L})\\p{Script=${script}}`, 'u'),
  ),
  0.9,
];
/** A page is reported when the unreadable part is more than this share of its length. */
const unreadableShareMin = 0.2;

/** The readable segments of a page. */
export interface ReadableSegments {
  readonly segments: readonly Segment[];
  /** Whether a large part of the page looks like text, but could not be read. */
  readonly unreadable: boolean;
  /** Expected share of correct characters, from 0 to 1; characters that could not be read count. 0 without text. */
  readonly confidence: number;
}

/** Leaves out the segments of a page that were not read well enough to be of use. */
export function selectReadable(segments: readonly Segment[]): ReadableSegments {
  const length = lengthOf(segments);
  const readable = segments.filter(isReadable);
  const isUnknownScript =
    meanConfidence(segments) < knownScriptMin || lengthOf(readable) < length * knownShareMin;
  const chosen = isUnknownScript ? readable.filter(isSure) : readable;
  const chosenLength = lengthOf(chosen);
  const unreadable = length - chosenLength > length * unreadableShareMin;
  const confidence = meanConfidence(chosen) * (unreadable ? chosenLength / length : 1);
  return { segments: chosen, unreadable, confidence };
}

function isReadable(segment: Segment): boolean {
  const text = textOf(segment);
  const isMixed = foreignScripts.filter((letter) => letter.test(text)).length > 1;
  return segment.confidence >= (isMixed ? mixedMin : confidenceMin);
}

const isSure = (segment: Segment): boolean =>
  segment.confidence >= sureMin && textOf(segment).length >= sureLengthMin;

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
