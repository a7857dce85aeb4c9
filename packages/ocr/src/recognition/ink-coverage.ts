import type { ReadCharacter } from './decode-ctc.ts';

/** Columns of a strip for each time step of the network. */
export const stepWidth = 8;
/** Columns that a character covers to each side of its steps; Han and Kana are as wide as high. */
const [reach, wideReach] = [12, 20];
const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The share of columns with ink that characters cover; 1 without ink. @param ink 1 for each column with ink */
export function inkCoverage(characters: readonly ReadCharacter[], ink: Uint8Array): number {
  const covered = new Uint8Array(ink.length);
  const visible = characters.filter(({ text }) => text !== ' ');
  for (const { text, firstStep, lastStep } of visible) {
    const around = isWide.test(text) ? wideReach : reach;
    covered.fill(1, Math.max(0, firstStep * stepWidth - around), (lastStep + 1) * stepWidth + around);
  }
  let [inked, inkedCovered] = [0, 0];
  for (const [column, hasInk] of ink.entries()) {
    inked += hasInk;
    inkedCovered += hasInk & (covered[column] ?? 0);
  }
  return inked === 0 ? 1 : inkedCovered / inked;
}
