/** A range of a text. */
interface Range {
  readonly startIndex: number;
  readonly endIndex: number;
}

const blockShift = 7;

/** A set of spans indexed by blocks of 128 code units, so that overlaps are found in constant time for short spans. */
export class SpanIndex<Span extends Range> {
  readonly #blocks = new Map<number, Span[]>();

  /**
   * Inserts the span unless it overlaps one in the index.
   *
   * @returns whether it was inserted
   */
  insertIfFree(span: Span): boolean {
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

  /** Returns the spans of the index that overlap the given one. */
  findOverlapping(span: Range): Span[] {
    const [first, last] = blocksOf(span);
    const found = new Set<Span>();
    for (let block = first; block <= last; block += 1) {
      for (const other of this.#blocks.get(block) ?? []) if (overlaps(span, other)) found.add(other);
    }
    return [...found];
  }
}

function blocksOf({ startIndex, endIndex }: Range): readonly [number, number] {
  return [startIndex >> blockShift, (endIndex - 1) >> blockShift];
}

function overlaps(a: Range, b: Range): boolean {
  return a.startIndex < b.endIndex && b.startIndex < a.endIndex;
}
