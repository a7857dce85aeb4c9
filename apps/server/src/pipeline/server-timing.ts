/**
 * The text that is being formatted. Joined strings would take five times the memory of the text, and a node has as many
 * requests at a time as clients.
 */
const bytes = Buffer.alloc(2048);

/** Writes a text of ASCII characters. @returns the position after it */
function writeText(text: string, start: number): number {
  for (let index = 0; index < text.length; index += 1) bytes[start + index] = text.charCodeAt(index);
  return start + text.length;
}

const zero = 0x30;
const decimalPoint = 0x2e;

/** Writes a whole number from 0. @returns the position after it */
function writeWhole(whole: number, start: number): number {
  let end = start + 1;
  for (let rest = whole; rest >= 10; rest = Math.floor(rest / 10)) end += 1;
  for (let [at, rest] = [end - 1, whole]; at >= start; at -= 1, rest = Math.floor(rest / 10)) {
    bytes[at] = zero + (rest % 10);
  }
  return end;
}

/** Writes a step with its duration, rounded to hundredths. @returns the position after it */
function writeStep(name: string, ms: number, start: number): number {
  const hundredths = Math.round(ms * 100);
  const fraction = hundredths % 100;
  let at = writeWhole(Math.floor(hundredths / 100), writeText(';dur=', writeText(name, start)));
  if (fraction === 0) return at;
  bytes[at] = decimalPoint;
  bytes[at + 1] = zero + Math.floor(fraction / 10);
  at += 2;
  if (fraction % 10 === 0) return at;
  bytes[at] = zero + (fraction % 10);
  return at + 1;
}

/**
 * Formats the durations of a request's steps as a Server-Timing header (W3C), rounded to hundredths of a millisecond.
 *
 * @param steps name of each step, in order; few and short
 * @param stepsMs milliseconds of each step
 * @param durationMs milliseconds of the request
 */
export function formatServerTiming(
  steps: readonly string[],
  stepsMs: readonly number[],
  durationMs: number,
): string {
  let end = 0;
  for (let index = 0; index < steps.length; index += 1) {
    end = writeText(', ', writeStep(steps[index] ?? '', stepsMs[index] ?? 0, end));
  }
  return bytes.toString('latin1', 0, writeStep('total', durationMs, end));
}
