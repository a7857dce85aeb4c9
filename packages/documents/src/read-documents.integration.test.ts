import { makePdf } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { readDocuments } from './read-documents.ts';

describe('readDocuments', () => {
  it('joins the texts and their blocks in order and keeps the title of the first file', async () => {
    const files = [makePdf([[{ text: 'Chapter one.', y: 700 }]], 'Mills'), Buffer.from('Chapter two.')];
    expect(await readDocuments(files.map((bytes) => ({ bytes })))).toEqual({
      text: 'Chapter one.\n\nChapter two.',
      title: 'Mills',
      unread: [
        { unreadPages: [], unreadParts: [] },
        { unreadPages: [], unreadParts: [] },
      ],
      blocks: [
        {
          role: 'prose',
          text: 'Chapter one.',
          runs: [{ textIndex: 0, sourceIndex: 0, length: 12 }],
          range: { startIndex: 0, endIndex: 12 },
        },
        {
          role: 'prose',
          text: 'Chapter two.',
          runs: [{ textIndex: 0, sourceIndex: 14, length: 12 }],
          range: { startIndex: 14, endIndex: 26 },
        },
      ],
    });
  });
});
