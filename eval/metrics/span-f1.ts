/** A labeled range of a text; the end is exclusive. */
export interface TypedSpan {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly type: string;
}

interface Counts {
  hits: number;
  predicted: number;
  gold: number;
}

/** Counts exact matches of span and type, as in the CoNLL-2003 evaluation, and returns micro-averaged F1. */
export class SpanScore {
  readonly #countsByType: ReadonlyMap<string, Counts>;

  /** @param types the types that are scored; spans of other types are ignored */
  constructor(types: Iterable<string>) {
    this.#countsByType = new Map([...types].map((type) => [type, { hits: 0, predicted: 0, gold: 0 }]));
  }

  /**
   * Adds the spans of one text.
   *
   * @returns for each scored prediction whether it is correct, in the order of the predictions
   */
  add(predicted: readonly TypedSpan[], gold: readonly TypedSpan[]): boolean[] {
    const goldKeys = new Set<string>();
    for (const span of gold) {
      const counts = this.#countsByType.get(span.type);
      if (counts === undefined) continue;
      counts.gold += 1;
      goldKeys.add(spanKey(span));
    }
    const isCorrect: boolean[] = [];
    for (const span of predicted) {
      const counts = this.#countsByType.get(span.type);
      if (counts === undefined) continue;
      counts.predicted += 1;
      // Each gold span can be matched once.
      const isHit = goldKeys.delete(spanKey(span));
      counts.hits += Number(isHit);
      isCorrect.push(isHit);
    }
    return isCorrect;
  }

  /** Number of gold spans, of one type or of all scored types. */
  goldCount(type?: string): number {
    return this.#sum(type).gold;
  }

  /** F1 of one type, or micro F1 over all scored types; 0 when there is nothing to find. */
  f1(type?: string): number {
    const { hits, predicted, gold } = this.#sum(type);
    return (2 * hits) / Math.max(1, predicted + gold);
  }

  /** F1 of each scored type. */
  f1ByType(): Record<string, number> {
    return Object.fromEntries([...this.#countsByType.keys()].map((type) => [type, this.f1(type)]));
  }

  #sum(type: string | undefined): Counts {
    const sum = { hits: 0, predicted: 0, gold: 0 };
    for (const [name, counts] of this.#countsByType) {
      if (type !== undefined && name !== type) continue;
      sum.hits += counts.hits;
      sum.predicted += counts.predicted;
      sum.gold += counts.gold;
    }
    return sum;
  }
}

/** Identifies a span by range and type. */
export function spanKey({ startIndex, endIndex, type }: TypedSpan): string {
  return `${startIndex}-${endIndex}-${type}`;
}
