import { describe, expect, it } from 'vitest';
import { detectDocumentFormat } from '../detect-document-format.ts';

const lines = (...texts: string[]) => texts.join('\n');
const repeat = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const cases: readonly (readonly [format: string, name: string, text: string])[] = [
  ['csv', 'a table with commas', lines('name,age', 'Ann,3', 'Bob,4')],
  ['csv', 'a German export', lines('Datum;Kunde;Betrag', '01.02.2024;"Groß; Klein";17,00')],
  ['csv', 'tabs', lines('Name\tCity', 'Ann\tRome', 'Bob\tOslo', 'Cid\tBonn')],
  ['csv', 'bars', lines('sku|title|qty', '1|Hammer|3')],
  ['csv', 'an index without a name', lines(',a,b', '0,x,1', '1,y,2')],
  ['csv', 'numbers without a header', repeat(6, (index) => `${index},${index * 2}.5,x`)],
  ['txt', 'prose with commas', lines('Dear all, we meet on Monday.', 'Bring cake, please.', 'Thanks, Ann')],
  ['txt', 'a list of names', lines('Smith, John', 'Doe, Jane', 'Miller, Bob')],
  ['txt', 'a log', repeat(20, (index) => `2024-01-02 10:11:${10 + index},123 INFO started worker ${index}`)],
  ['txt', 'requests', repeat(20, (index) => `10.0.0.${index} - - [02/Jan/2024] "GET /a?b=1,2 HTTP/1.1" 200`)],
  ['txt', 'JSON', '{"a": 1, "b": [1, 2]}'],
  ['txt', 'lines of JSON', repeat(5, () => '{"a": 1, "b": 2}')],
  ['txt', 'XML', '<?xml version="1.0"?>\n<catalog><book id="1">x</book></catalog>'],
  [
    'txt',
    'Python',
    lines('#!/usr/bin/env python3', '# Copyright', '', 'import os', '', 'def f(a, b):', '    return a, b'),
  ],
  ['txt', 'C', lines('#include <stdio.h>', '', 'int main(void) {', '  int a, b;', '  return 0;', '}')],
  ['txt', 'YAML', lines('# Settings', '', 'name: x', 'items:', '  - a', '  - b')],
  ['txt', 'a shopping list', lines('Shopping', '', '- milk', '- bread, butter')],
  ['txt', 'a note', lines('Note: buy milk', 'From: Ann', 'To: Bob', 'Subject: milk', '', 'Hello.')],
  ['txt', 'words like a signature of an image', 'P5 is a format. It is old.'],
  ['markdown', 'headings and items', lines('# Title', '', 'Some text.', '', '## Sub', '', '- a', '- b')],
  [
    'markdown',
    'a page that begins with HTML',
    lines('<h1 align="center">Q</h1>', '', 'A **service**.', '', '## Install', '', '```sh', 'npm i', '```'),
  ],
  ['markdown', 'front matter', lines('---', 'title: Post', '---', '', 'Hello.')],
  ['markdown', 'a table', lines('| a | b |', '|---|---|', '| 1 | 2 |')],
  ['html', 'a page', '<!-- saved -->\n<!DOCTYPE html><html><body>x</body></html>'],
  ['html', 'a part of a page', '<p>Hello <b>you</b></p>\n<table><tr><td>1</td></tr></table>\n'],
  ['html', 'XHTML', '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'],
  ['eml', 'a message', lines('Subject: Hi', 'From: a@b.c', 'To: d@e.f', 'MIME-Version: 1.0', '', 'Hello')],
  [
    'eml',
    'a message with long fields',
    lines(
      'Received: from x',
      '\tby y',
      'From: a@b.c',
      'Subject: s',
      'Date: Tue, 5 Mar 2024 10:00:00 +0100',
      '',
      'Hello',
    ),
  ],
];

describe('detectDocumentFormat of text', () => {
  it.each(cases)('detects %s: %s', (format, _, text) => {
    expect(detectDocumentFormat(Buffer.from(text))).toBe(format);
    expect(detectDocumentFormat(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(format);
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><text>x</text></svg>', /SVG/],
    ['\u0000\u0000\u0000\u0018ftypmp42\u0000\u0000', /video/],
    ['\u001f\u008b\u0008\u0000', /gzip.*PDF, DOCX/],
  ])('rejects %j with advice', (bytes, advice) => {
    expect(() => detectDocumentFormat(Buffer.from(bytes, 'latin1'))).toThrow(advice);
  });

  it('detects an image', () => {
    expect(detectDocumentFormat(Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'))).toBe('image');
  });
});
