import type { EntityCandidate } from '@quern/nlp/entities/rules/entity-candidate';
import type { EntityType } from '@quern/nlp/entities/rules/entity-types';
import { importPeer } from '../../peers/import-peer.ts';

/** The part of compromise's interface that is used. */
type Compromise = (text: string) => Record<'people' | 'places' | 'organizations', () => CompromiseView>;

interface CompromiseView {
  json(options: { offset: true }): readonly unknown[];
}

/** Maximum length of a chunk in UTF-16 code units: compromise is superlinear in the length of its input. */
const chunkMax = 1500;

/** Finds PERSON, LOCATION and ORGANIZATION in English with the lexicon and grammar of compromise. */
export async function findNamesWithCompromise(text: string): Promise<EntityCandidate[]> {
  if (!/\p{Lu}/u.test(text)) return [];
  const { default: nlp } = await importPeer<{ default: Compromise }>('compromise');
  const found: EntityCandidate[] = [];
  for (const [start, end] of chunks(text)) {
    const piece = text.slice(start, end);
    if (!/\p{Lu}\p{Ll}/u.test(piece)) continue;
    const doc = nlp(piece);
    for (const [type, view] of [
      ['PERSON', doc.people()],
      ['LOCATION', doc.places()],
      ['ORGANIZATION', doc.organizations()],
    ] as const) {
      for (const item of view.json({ offset: true })) {
        const candidate = toCandidate(piece, start, type, item);
        if (candidate !== undefined) found.push(candidate);
      }
    }
  }
  return found;
}

function toCandidate(
  piece: string,
  start: number,
  type: EntityType,
  item: unknown,
): EntityCandidate | undefined {
  if (!hasOffset(item)) return undefined;
  const raw = piece.slice(item.offset.start, item.offset.start + item.offset.length);
  const lead = /^[^\p{L}\p{N}]+/u.exec(raw)?.[0].length ?? 0;
  const whole = raw.slice(lead).replace(/(?:['’]s)?[^\p{L}\p{N}]+$|['’]s$/u, '');
  // "the state of Massachusetts", "The town": a place's or organization's name begins with its first capital.
  const common =
    type === 'PERSON' ? 0 : (/^(?:(?:The|An?)\s+(?=\p{Ll})|\p{Ll}\S*\s+)*/u.exec(whole)?.[0].length ?? 0);
  const bare = whole.slice(common);
  // Names without a capital letter are unreliable.
  if (!/\p{Lu}/u.test(bare) || /\n/.test(bare) || bare.length < 2) return undefined;
  const startIndex = start + item.offset.start + lead + common;
  return { startIndex, endIndex: startIndex + bare.length, type, confidence: 0.65 };
}

function hasOffset(item: unknown): item is { offset: { start: number; length: number } } {
  if (typeof item !== 'object' || item === null || !('offset' in item)) return false;
  const { offset } = item;
  return (
    typeof offset === 'object' &&
    offset !== null &&
    'start' in offset &&
    'length' in offset &&
    typeof offset.start === 'number' &&
    typeof offset.length === 'number'
  );
}

/** Splits a text at line or sentence ends where possible, else at spaces. */
function* chunks(text: string): Generator<[number, number]> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + chunkMax);
    if (end < text.length) {
      const piece = text.slice(start, end);
      const sentence = Math.max(
        piece.lastIndexOf('\n'),
        piece.lastIndexOf('. ') + 1,
        piece.lastIndexOf('? ') + 1,
      );
      const cut = sentence > 200 ? sentence : piece.lastIndexOf(' ');
      if (cut > 200) end = start + cut + 1;
    }
    yield [start, end];
    start = end;
  }
}
