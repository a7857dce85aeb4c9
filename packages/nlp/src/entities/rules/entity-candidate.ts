import type { EntityType } from './entity-types.ts';

/** A possible entity that one finder proposes; overlaps are resolved later. */
export interface EntityCandidate {
  /** UTF-16 offset of the first code unit. */
  readonly startIndex: number;
  /** UTF-16 offset after the last code unit. */
  readonly endIndex: number;
  readonly type: EntityType;
  /** 0..1 */
  readonly confidence: number;
  /** Normalized form: ISO 8601 date, ISO 4217 amount, E.164 number … */
  readonly value?: string;
  /** Other readings of an ambiguous date, in the form of `value`: `1984-05-12` for `12/05/1984`. */
  readonly alternatives?: readonly string[];
}

/** A candidate that spans a whole match. An absent or empty value is left out. */
export function candidateFromMatch(
  match: RegExpExecArray,
  type: EntityType,
  confidence: number,
  value?: string,
): EntityCandidate {
  const span = { startIndex: match.index, endIndex: match.index + match[0].length, type, confidence };
  return value === undefined || value === '' ? span : { ...span, value };
}

/** A date that spans a whole match. */
export function dateFromMatch(match: RegExpExecArray, confidence: number, value?: string): EntityCandidate {
  return candidateFromMatch(match, 'DATE', confidence, value);
}
