import type { Job } from '@quern/sdk';
import type { ProgressStream } from '../batch/progress-bar.ts';
import { stripControlChars } from '../output/strip-control-chars.ts';

const barWidth = 24;
const columnsDefault = 80;

/** Draws the progress of one job as a line of a terminal; elsewhere nothing. */
export class JobProgress {
  readonly #stream: ProgressStream;
  #isShown = false;

  constructor(stream: ProgressStream) {
    this.#stream = stream;
  }

  /** Replaces the line. */
  show({ fraction, message }: Job['progress']): void {
    if (this.#stream.isTTY !== true) return;
    const filled = Math.round(barWidth * fraction);
    const percent = `${String(Math.floor(fraction * 100)).padStart(3)} %`;
    const text = stripControlChars(message ?? '').replace(/\s+/g, ' ');
    const line = `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${percent} ${text}`;
    const columns = (this.#stream.columns ?? columnsDefault) - 1;
    this.#stream.write(`\r\u001b[2K${[...line].slice(0, columns).join('')}`);
    this.#isShown = true;
  }

  /** Removes the line. */
  end(): void {
    if (this.#isShown) this.#stream.write('\r\u001b[2K');
    this.#isShown = false;
  }
}
