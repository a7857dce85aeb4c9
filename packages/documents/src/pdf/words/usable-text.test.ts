import { describe, expect, it } from 'vitest';
import { isMeaningful } from './usable-text.ts';

const prose =
  'The mill is at the river and grinds the wheat of the whole valley in autumn, when the water is high and it runs. ';

describe('isMeaningful', () => {
  it.each([
    ['English', prose],
    [
      'Polish',
      'Wszystkie młyny stoją nad rzeką, a ich koła obracają się szybciej jesienią, kiedy poziom wody jest wysoki i mocny.',
    ],
    ['Chinese', '磨坊在河边'.repeat(30)],
    ['numbers', '12 450.00 7,5 % 2026-05-03 '.repeat(10)],
    ['a table of contents', `Wheels ${'. '.repeat(200)} 7`],
  ])('accepts %s', (_, text) => {
    expect(isMeaningful(text)).toBe(true);
  });

  it.each([
    ['private codes', '\ue001\ue002 \ue003\ue004'],
    ['control characters', '\u0001\u0002\u0003 \u0004a'],
    [
      'shifted letters',
      prose
        .replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 11) % 26) + 97))
        .replace(/[aeiou]/g, 'x'),
    ],
  ])('rejects %s', (_, text) => {
    expect(isMeaningful(text)).toBe(false);
  });
});
