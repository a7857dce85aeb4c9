import type { RandomSource } from './random-source.ts';

/** A value for each point of an image. */
export type Field = (x: number, y: number) => number;

/**
 * Smooth noise with a mean of 0 and a variance of 1/2: a sum of sine waves of random direction and length.
 *
 * @param lengthMin shortest wave in pixels; the longest is eight times as long
 */
export function smoothField(random: RandomSource, waves: number, lengthMin: number): Field {
  const terms = Array.from({ length: waves }, () => {
    const angle = random.number(0, Math.PI);
    const frequency = (2 * Math.PI) / random.number(lengthMin, lengthMin * 8);
    return { x: Math.cos(angle) * frequency, y: Math.sin(angle) * frequency, phase: random.number(0, 7) };
  });
  return (x, y) => {
    let sum = 0;
    for (const term of terms) sum += Math.sin(term.x * x + term.y * y + term.phase);
    return sum / Math.sqrt(waves);
  };
}

/** Streaks along the x axis, such as the grain of wood. */
export function woodGrain(random: RandomSource): Field {
  const bend = smoothField(random, 3, 700);
  const grain = smoothField(random, 8, 6);
  return (x, y) => grain(x * 0.02, y + 12 * bend(x, y));
}
