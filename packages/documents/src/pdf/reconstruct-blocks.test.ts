import { describe, expect, it } from 'vitest';
import { writeText } from '../write/write-text.ts';
import type { PdfLine } from './group-text-lines.ts';
import { reconstructBlocks } from './reconstruct-blocks.ts';

const line = (text: string, baseline: number, right = 500): PdfLine => ({
  text,
  left: 72,
  right,
  baseline,
  fontSize: 11,
  segments: [],
});

describe('reconstructBlocks', () => {
  it('joins full lines and separates lines with a larger distance', () => {
    const page = [
      line('A first line that', 700),
      line('continues here.', 686, 200),
      line('A new block.', 640),
    ];
    expect(writeText(reconstructBlocks([page]))).toBe('A first line that continues here.\n\nA new block.');
  });

  it('joins a word hyphenated at the end of a line, but keeps the hyphen of a compound', () => {
    const page = [
      line('a well-known mill in the val-', 700),
      line('ley is well-', 686),
      line('known', 672, 100),
    ];
    expect(writeText(reconstructBlocks([page]))).toBe('a well-known mill in the valley is well-known');
  });

  it('keeps list items as lines', () => {
    const page = [line('Items:', 700, 120), line('• one', 686, 120), line('• two', 672, 120)];
    expect(writeText(reconstructBlocks([page]))).toBe('Items:\n• one\n• two');
  });
});
