/** An amount that is in use, of each key and of all, with the most that may be. */
export class KeyedBudget {
  readonly #perKeyMax: number;
  readonly #totalMax: number;
  readonly #byKey = new Map<string, number>();
  #total = 0;

  constructor(perKeyMax: number, totalMax: number) {
    this.#perKeyMax = perKeyMax;
    this.#totalMax = totalMax;
  }

  /** What all keys use. */
  get total(): number {
    return this.#total;
  }

  /** What a key uses. */
  usedBy(keyId: string): number {
    return this.#byKey.get(keyId) ?? 0;
  }

  /** Which limit a further amount would exceed: the key's own, or that of all; undefined when none. */
  exceededBy(keyId: string, amount: number): 'key' | 'total' | undefined {
    if (this.usedBy(keyId) + amount > this.#perKeyMax) return 'key';
    return this.#total + amount > this.#totalMax ? 'total' : undefined;
  }

  /** Counts an amount as used; the returned function, which may be called again, gives it back. */
  acquire(keyId: string, amount: number): () => void {
    this.adjust(keyId, amount);
    let isUsed = true;
    return () => {
      if (isUsed) this.adjust(keyId, -amount);
      isUsed = false;
    };
  }

  /** Counts a change of what a key uses; whoever adds gives back the same later. */
  adjust(keyId: string, amount: number): void {
    this.#total += amount;
    const used = this.usedBy(keyId) + amount;
    if (used === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, used);
  }
}
