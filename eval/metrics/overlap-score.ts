import type { TypedSpan } from './span-f1.ts';

interface Counts {
  hits: number;
  predicted: number;
  correct: number;
  gold: number;
}

/**
 * Scores typed spans that may have other boundaries: a prediction matches a gold span of its type if their intersection
 * is at least half of their union. F2 weights recall twice as much as precision, as in evaluations of personal data.
 */
export class OverlapScore {
  readonly #types: ReadonlySet<string>;
  readonly #byType = new Map<string, Counts>();
  #characters = 0;
  #covered = 0;

  /** @param types the types that are scored; predictions of other types count for covered characters only */
  constructor(types: Iterable<string>) {
    this.#types = new Set(types);
  }

  /** Adds the spans of one text. */
  add(text: string, predicted: readonly TypedSpan[], gold: readonly TypedSpan[]): void {
    const scored = predicted.filter(({ type }) => this.#types.has(type));
    for (const span of gold) {
      const counts = this.#countsOf(span.type);
      counts.gold += 1;
      counts.hits += Number(scored.some((other) => matches(span, other)));
      for (let at = span.startIndex; at < span.endIndex; at += 1) {
        if (/\s/.test(text[at] ?? '')) continue;
        this.#characters += 1;
        this.#covered += Number(predicted.some((other) => other.startIndex <= at && at < other.endIndex));
      }
    }
    for (const span of scored) {
      const counts = this.#countsOf(span.type);
      counts.predicted += 1;
      counts.correct += Number(gold.some((other) => matches(span, other)));
    }
  }

  /** Share of the gold spans that are matched, of one type or of all. */
  recall(type?: string): number {
    const { hits, gold } = this.#sum(type);
    return hits / Math.max(1, gold);
  }

  /** Share of the predictions that are matched. */
  precision(type?: string): number {
    const { correct, predicted } = this.#sum(type);
    return correct / Math.max(1, predicted);
  }

  /** F2 of recall and precision. */
  f2(type?: string): number {
    const [recall, precision] = [this.recall(type), this.precision(type)];
    return recall + precision === 0 ? 0 : (5 * precision * recall) / (4 * precision + recall);
  }

  /** Share of the gold characters that are inside a prediction of any type. */
  get coveredCharacters(): number {
    return this.#covered / Math.max(1, this.#characters);
  }

  /** Number of gold spans. */
  get goldCount(): number {
    return this.#sum().gold;
  }

  /** Recall of each type that occurs. */
  recallByType(): Record<string, number> {
    const types = [...this.#byType].filter(([, { gold }]) => gold > 0).map(([type]) => type);
    return Object.fromEntries(types.sort().map((type) => [type, this.recall(type)]));
  }

  #countsOf(type: string): Counts {
    const counts = this.#byType.get(type) ?? { hits: 0, predicted: 0, correct: 0, gold: 0 };
    this.#byType.set(type, counts);
    return counts;
  }

  #sum(type?: string): Counts {
    const sum = { hits: 0, predicted: 0, correct: 0, gold: 0 };
    for (const [name, counts] of this.#byType) {
      if (type !== undefined && name !== type) continue;
      sum.hits += counts.hits;
      sum.predicted += counts.predicted;
      sum.correct += counts.correct;
      sum.gold += counts.gold;
    }
    return sum;
  }
}

function matches(a: TypedSpan, b: TypedSpan): boolean {
  if (a.type !== b.type) return false;
  const intersection = Math.min(a.endIndex, b.endIndex) - Math.max(a.startIndex, b.startIndex);
  const union = Math.max(a.endIndex, b.endIndex) - Math.min(a.startIndex, b.startIndex);
  return intersection * 2 >= union;
}
