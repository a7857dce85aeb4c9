/** Weight of the newest request in a correction factor, and the limits of that factor. */
const learningRate = 0.1;
const [factorMin, factorMax] = [0.1, 10];
/** Ratio of the longest to the shortest work of a size class. */
const classRatio = 4;

/**
 * Corrects the expected durations of requests by measured ones, which depend on the machine and its traffic. Each
 * operation has a factor for each class of size: small requests take time on top of their work that large ones do not.
 */
export class DurationModel {
  readonly #factors = new Map<string, number>();

  /** @param nominalMs expected milliseconds @returns the corrected ones */
  predict(operation: string, nominalMs: number): number {
    return nominalMs * (this.#factors.get(classOf(operation, nominalMs)) ?? 1);
  }

  /** @param nominalMs expected milliseconds @param workedMs measured ones */
  learn(operation: string, nominalMs: number, workedMs: number): void {
    const key = classOf(operation, nominalMs);
    const factor = this.#factors.get(key) ?? 1;
    const ratio = Math.min(factorMax, Math.max(factorMin, workedMs / nominalMs));
    this.#factors.set(key, factor + learningRate * (ratio - factor));
  }
}

const classOf = (operation: string, ms: number): string =>
  `${operation} ${Math.floor(Math.log(Math.max(1, ms)) / Math.log(classRatio))}`;
