import { describe, expect, it } from 'vitest';
import { findSections, sectionCoverage } from './find-sections.ts';

const prose = `${'The council approved the bridge over the river in the spring of this year. '.repeat(3).trim()}\n`;
const titles = (text: string) =>
  findSections(text).map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex).split('\n')[0]);

describe('findSections', () => {
  it('starts sections at headings, with and without markup', () => {
    expect(titles(`First part\n\n${prose}\n# Second part\n${prose}\n3 Third part\n\n${prose}`)).toEqual([
      'First part',
      '# Second part',
      '3 Third part',
    ]);
  });

  it('does not take wrapped lines and turns for headings', () => {
    const text = `Ann: yes\n${prose}Ben: no\n${prose}Ann: well\n${prose}`;
    expect(findSections(text)).toHaveLength(5);
  });

  it('splits a text without headings into equal parts', () => {
    expect(findSections('x'.repeat(100))).toEqual(
      [0, 20, 40, 60, 80].map((startIndex) => ({ startIndex, endIndex: startIndex + 20 })),
    );
  });
});

describe('sectionCoverage', () => {
  it('is the share of the sections that the sentences could cover', () => {
    const text = 'x'.repeat(100);
    expect(sectionCoverage(text, [0, 5])).toBe(0.5);
    expect(sectionCoverage(text, [0, 50])).toBe(1);
    expect(sectionCoverage(text, [0, 20, 40, 60, 61, 62])).toBe(0.8);
    expect(sectionCoverage(text, [])).toBe(0);
  });
});
