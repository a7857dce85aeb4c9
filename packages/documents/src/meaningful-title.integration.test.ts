import { expect, it } from 'vitest';
import { meaningfulTitle } from './meaningful-title.ts';

it.each([
  'report_v2.docx',
  'Microsoft Word - Report',
  'Untitled',
  'untitled-2',
  'Unbenannt 1',
  'Document1',
  ' ',
])('drops a title that programs write by themselves: %s', (title) => {
  expect(meaningfulTitle(title)).toBe('');
});

it.each(['Untitled: a novel', 'Documents of the mill', 'Microsoft Word for millers'])(
  'keeps a title that a person wrote: %s',
  (title) => {
    expect(meaningfulTitle(title)).toBe(title);
  },
);
