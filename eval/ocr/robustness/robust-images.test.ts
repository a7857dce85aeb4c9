import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImageError } from '@quern/ocr/image/image-error';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { isMissing, sharedDir } from '@quern/testing/requirements';
import { afterAll, describe, expect, it } from 'vitest';
import { mutatedImages } from './mutated-images.ts';

const engine = new OcrEngine();
afterAll(() => engine.close());

/** Codes that clients may see for a file; `unavailable` is a problem of the machine. */
const codes = ['unsupported', 'unreadable', 'encrypted', 'too_large', 'invalid_pages'];

/** @returns `text`, the code of an ImageError with a short message of one line, or the error that it should not be */
async function outcomeOf(bytes: Uint8Array): Promise<unknown> {
  try {
    const { text, lines, confidence } = await engine.recognize(bytes);
    const isConsistent = lines.every((line) => text.slice(line.startIndex, line.endIndex) === line.text);
    return isConsistent && confidence >= 0 && confidence <= 1 ? 'text' : { text, lines, confidence };
  } catch (error) {
    const isClear = error instanceof ImageError && /^[^\n]{10,300}\.$/.test(error.message);
    return isClear && codes.includes(error.code) ? error.code : error;
  }
}

describe('OcrEngine on damaged and unusual files', () => {
  it('returns text or a clear error for 200 damaged images of 8 formats', async () => {
    const outcomes = new Map<unknown, number>();
    for await (const [name, bytes] of mutatedImages(200, 13)) {
      const outcome = await outcomeOf(bytes);
      expect.soft(['text', ...codes], name).toContain(outcome);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    // Otherwise the damage would be too small, or fatal, to test anything.
    expect(outcomes.get('text')).toBeGreaterThan(20);
    expect(outcomes.get('unreadable')).toBeGreaterThan(20);
  });
});

/** The other files of the folder are read. */
const rejected: Readonly<Record<string, string>> = {
  'a.svg': 'unsupported',
  'bigsvg.svg': 'unsupported',
  'html.jpg': 'unsupported',
  'bomb30000.png': 'too_large',
  'empty.png': 'unreadable',
  'trunc.jpg': 'unreadable',
};

describe.skipIf(isMissing('shared'))('OcrEngine on the files of ocr/robust (needs ../shared)', () => {
  const folder = join(sharedDir, 'data/ocr/robust');
  it.each(isMissing('shared') ? [] : readdirSync(folder).sort())('%s', async (name) => {
    expect(await outcomeOf(readFileSync(join(folder, name)))).toBe(rejected[name] ?? 'text');
  });
});
