/** Decimals of scores and confidences in results: further ones differ between processors. */
const factor = 10_000;

/** Rounds a score or a confidence to 4 decimals; never returns −0. */
export const roundScore = (score: number): number => Math.round(score * factor) / factor + 0;

/** Rounds each score of a record to 4 decimals. */
export function roundScores<Name extends string>(
  scores: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const rounded: Record<Name, number> = { ...scores };
  for (const name in rounded) rounded[name] = roundScore(rounded[name]);
  return rounded;
}
