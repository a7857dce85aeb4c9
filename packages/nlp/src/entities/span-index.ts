import type { EntityCandidate } from './entity-candidate.ts';

const blockShift = 7;

/** Spans that are free of one another, kept by blocks of the text, so that a look-up stays short. */
export class SpanIndex {
  readonly #blocks = new Map<number, EntityCandidate[]>();

  /** Takes the span when nothing taken overlaps it, and says whether it did. */
  insertIfFree(span: EntityCandidate): boolean {
    const [first, last] = blocksOf(span);
    for (let block = first; block <= last; block += 1) {
      if (this.#blocks.get(block)?.some((other) => overlaps(span, other)) === true) return false;
    }
    for (let block = first; block <= last; block += 1) {
      const spans = this.#blocks.get(block);
      if (spans === undefined) this.#blocks.set(block, [span]);
      else spans.push(span);
    }
    return true;
  }

  findOverlapping(span: EntityCandidate): EntityCandidate[] {
    const [first, last] = blocksOf(span);
    const found = new Set<EntityCandidate>();
    for (let block = first; block <= last; block += 1) {
      for (const other of this.#blocks.get(block) ?? []) if (overlaps(span, other)) found.add(other);
    }
    return [...found];
  }
}

function blocksOf({ startIndex, endIndex }: EntityCandidate): readonly [number, number] {
  return [startIndex >> blockShift, (endIndex - 1) >> blockShift];
}

function overlaps(a: EntityCandidate, b: EntityCandidate): boolean {
  return a.startIndex < b.endIndex && b.startIndex < a.endIndex;
}
