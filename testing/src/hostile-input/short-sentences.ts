const letters = 26;
/** Prime to the number of lines, so that adjacent lines differ. */
const step = 7919;

/** Different lines of four letters. @param length in characters */
export function shortSentences(length: number): string {
  const lines = Array.from({ length: length / 5 }, (_, index) => {
    let rest = (index * step) % letters ** 4;
    let line = '';
    for (let at = 0; at < 4; at += 1) {
      line += String.fromCharCode(97 + (rest % letters));
      rest = Math.floor(rest / letters);
    }
    return line;
  });
  return lines.join('\n');
}
