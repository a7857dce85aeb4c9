import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutIntoSegments } from './spans.ts';

it('cuts a text into the spans and the parts between them', () => {
  expect(cutIntoSegments('a bc d', [{ startIndex: 2, endIndex: 4 }])).toEqual([
    { text: 'a ', span: undefined },
    { text: 'bc', span: 0 },
    { text: ' d', span: undefined },
  ]);
});

it('loses and repeats nothing, whatever the spans are', () => {
  const index = fc.integer({ min: -2, max: 30 });
  const span = fc.record({ startIndex: index, endIndex: index });
  fc.assert(
    fc.property(fc.string({ maxLength: 25 }), fc.array(span), (text, spans) => {
      const segments = cutIntoSegments(text, spans);
      expect(segments.map((segment) => segment.text).join('')).toBe(text);
      for (const { text: part, span: at } of segments) {
        const found = at === undefined ? undefined : spans[at];
        if (found !== undefined) expect(part).toBe(text.slice(found.startIndex, found.endIndex));
      }
    }),
  );
});
