/**
 * Probabilities of exclusive classes.
 *
 * @param temperature divides the logits (temperature scaling, Guo et al. 2017)
 * @returns one probability per logit; they sum to 1
 */
export function softmax(logits: Float32Array, temperature: number): Float32Array {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp((logit - highest) / temperature));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * Logarithms of the probabilities of exclusive classes, for several rows of logits at once.
 *
 * @param logits rows of `width` numbers
 * @param temperature divides the logits
 */
export function logSoftmaxRows(logits: Float32Array, width: number, temperature: number): Float64Array {
  const result = new Float64Array(logits.length);
  for (let row = 0; row < logits.length; row += width) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let at = row; at < row + width; at += 1) highest = Math.max(highest, logits[at] ?? 0);
    let sum = 0;
    for (let at = row; at < row + width; at += 1)
      sum += Math.exp(((logits[at] ?? 0) - highest) / temperature);
    const shift = Math.log(sum);
    for (let at = row; at < row + width; at += 1)
      result[at] = ((logits[at] ?? 0) - highest) / temperature - shift;
  }
  return result;
}

/** Logistic function: the probability of a class that does not exclude others. */
export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
