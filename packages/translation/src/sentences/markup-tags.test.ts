import { describe, expect, it } from 'vitest';
import type { Mark } from '../blocks/marked-text.ts';
import { readTags, writeTags } from './markup-tags.ts';

const open = (pair: number, raw = '*'): Mark => ({ kind: 'open', raw, pair });
const close = (pair: number, raw = '*'): Mark => ({ kind: 'close', raw, pair });

describe('writeTags and readTags', () => {
  const marks = [open(7), close(7)];
  const written = writeTags('a \ue001b & c\ue002 d', marks);

  it('writes markup as tags and escapes the text', () => {
    expect(written?.html).toBe('a <b id="0">b &amp; c</b> d');
  });

  it.each([
    ['x <b id="0">y </b>z', 'x \ue001y\ue002 z'],
    ['<b id="0">x</b> y <b id="0">z</b>', '\ue001x y z\ue002'],
    ['wo<b id="0">rd</b>s', '\ue001words\ue002'],
  ])('reads %j', (html, text) => {
    expect(readTags(html, written?.pairs ?? [])?.text).toBe(text);
  });

  it.each([['no tag'], ['<b id="0"></b> empty']])('rejects %j', (html) => {
    expect(readTags(html, written?.pairs ?? [])).toBeUndefined();
  });

  it('rejects pairs that overlap', () => {
    const two = writeTags('\ue001a\ue002 \ue001b\ue002', [open(1), close(1), open(2), close(2)]);
    expect(readTags('<b id="0">a</b> <b id="1">b</b> <b id="0">c</b>', two?.pairs ?? [])).toBeUndefined();
    expect(
      readTags('<b id="1">b</b> <b id="0">a</b>', two?.pairs ?? [])?.marks.map(({ pair }) => pair),
    ).toEqual([2, 2, 1, 1]);
  });

  it('completes markup that begins or ends in another sentence, and writes only its half back', () => {
    const loose = writeTags('a\ue002 b \ue001c', [close(3), open(4)]);
    expect(loose?.html).toBe('<b id="0">a</b> b <b id="1">c</b>');
    expect(readTags('<b id="0">x</b> y <b id="1">z</b>', loose?.pairs ?? [])?.text).toBe('x\ue002 y \ue001z');
  });
});
