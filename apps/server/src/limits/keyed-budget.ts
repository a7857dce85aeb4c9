/** An amount that is in use, by key and in total, each with a maximum. */
export class KeyedBudget {
  readonly #perKeyMax: number;
  readonly #totalMax: number;
  readonly #byKey = new Map<string, number>();
  #total = 0;

  constructor(perKeyMax: number, totalMax: number) {
    this.#perKeyMax = perKeyMax;
    this.#totalMax = totalMax;
  }

  /** The amount used by all keys. */
  get total(): number {
    return this.#total;
  }

  /** Returns the amount used by a key. */
  usedBy(keyId: string): number {
    return this.#byKey.get(keyId) ?? 0;
  }

  /** Returns which maximum an additional amount would exceed, the key's or the total; undefined if neither. */
  exceededBy(keyId: string, amount: number): 'key' | 'total' | undefined {
    if (this.usedBy(keyId) + amount > this.#perKeyMax) return 'key';
    return this.#total + amount > this.#totalMax ? 'total' : undefined;
  }

  /** Adds an amount. @returns a function that releases it; further calls of it do nothing */
  acquire(keyId: string, amount: number): () => void {
    this.adjust(keyId, amount);
    let isHeld = true;
    return () => {
      if (isHeld) this.adjust(keyId, -amount);
      isHeld = false;
    };
  }

  /** Adds an amount, or releases one if it is negative. The caller releases as much as it added. */
  adjust(keyId: string, amount: number): void {
    this.#total += amount;
    const used = this.usedBy(keyId) + amount;
    if (used === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, used);
  }
}
