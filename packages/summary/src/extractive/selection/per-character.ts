/** Length, in UTF-16 code units, of a unit whose value is not changed. */
const typicalLength = 100;
/** Shorter units count as this long: a few words seldom say something by themselves. */
const lengthMin = 60;
/** Between 0, by which the longest units would be best, and 1, by which the shortest would be. */
const power = 0.7;
/** Results for the lengths of most units: a power takes longer than all else that the value of a unit needs. */
const usual = Float64Array.from({ length: 1000 }, (_, length) => compute(length));

/** By how much the value of a unit counts for each of its characters. @param length in UTF-16 code units */
export function perCharacter(length: number): number {
  return usual[length] ?? compute(length);
}

function compute(length: number): number {
  return (typicalLength / Math.max(lengthMin, length)) ** power;
}
