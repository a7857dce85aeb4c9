import { makePdf } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../convert-document.ts';

const title = 'The mill sells what it grinds on every day of the week but Sunday.';
const markdownOf = async (...rows: string[]) => {
  const lines = rows.map((text, index) => ({ text, x: 72, y: 700 - index * 16 }));
  return (await convertDocument(makePdf([[{ text: title, x: 72, y: 760 }, ...lines]]))).markdown;
};

describe('convertDocument of a PDF with leaders', () => {
  it('makes cells of texts and amounts with dots between them', async () => {
    const markdown = await markdownOf(
      'Rye flour ..................... 2.40',
      'Oats........................... 3.10',
      'Spelt from the valley ......... 4.00',
      'Bran .......................... 0.80',
    );
    expect(markdown).toContain('| Rye flour | 2.40 |');
    expect(markdown).toContain('| Oats | 3.10 |');
    expect(markdown).not.toMatch(/\.{4}/);
  });

  it('keeps tables of contents and lines to write on', async () => {
    expect(await markdownOf('History ........ 3', 'Wheels ........ 9', 'Sails ........ 17')).toMatch(
      /History \.+ 3/,
    );
    expect(await markdownOf('Name ____________', 'Town ____________')).toContain('Name');
  });
});

describe('convertDocument of a PDF with bullets', () => {
  it('takes a bullet in front of a number or sign for a marker', async () => {
    const markdown = await markdownOf(
      '\x9510% of the flour',
      '\x95-25 degrees in winter',
      '\x95Oats and more',
    );
    expect(markdown).toContain('- 10% of the flour\n- -25 degrees in winter\n- Oats and more');
  });
});
