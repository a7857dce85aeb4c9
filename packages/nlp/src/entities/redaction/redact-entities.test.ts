import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../extract-entities.ts';
import { spanOf } from '../fixtures/span-of.ts';
import { entityTypes } from '../rules/entity-types.ts';
import { redactEntities, redactionModes } from './redact-entities.ts';
import { restoreText } from './restore-text.ts';

const text = 'Ada Lovelace met Bob on May 5. LOVELACE wrote to ada@example.org.';
const entities: readonly Entity[] = [
  spanOf(text, 'Ada Lovelace', 'PERSON'),
  spanOf(text, 'Bob', 'PERSON'),
  spanOf(text, 'May 5', 'DATE', { value: 'XXXX-05-05' }),
  spanOf(text, 'LOVELACE', 'PERSON'),
  spanOf(text, 'ada@example.org', 'EMAIL'),
];

/** Finds the names in a text, all of the same type. */
function pseudonymize(written: string, names: readonly string[], type: Entity['type'] = 'PERSON') {
  let from = 0;
  const found = names.map((name) => {
    const entity = spanOf(written, name, type, { from });
    from = entity.endIndex;
    return entity;
  });
  const { redacted, mapping = {} } = redactEntities(written, found, 'pseudonym');
  expect(restoreText(redacted, mapping)).toBe(written);
  return { redacted, mapping };
}

describe('redactEntities', () => {
  it('replaces entities by their type', () => {
    expect(redactEntities(text, entities, 'type')).toEqual({
      redacted: '[PERSON] met [PERSON] on [DATE]. [PERSON] wrote to [EMAIL].',
    });
  });

  it('replaces entities by asterisks of equal length in code units', () => {
    const masked = redactEntities(text, entities, 'mask').redacted;
    expect(masked).toBe('************ met *** on *****. ******** wrote to ***************.');
    const emoji = [spanOf('a 😀\n😀 b', '😀\n😀', 'OTHER')];
    expect(redactEntities('a 😀\n😀 b', emoji, 'mask').redacted).toBe('a ***** b');
  });

  it('replaces entities by pseudonyms, with one number for each entity', () => {
    expect(redactEntities(text, entities.toReversed(), 'pseudonym')).toEqual({
      redacted: '[PERSON_1] met [PERSON_2] on [DATE_1]. [PERSON_1.2] wrote to [EMAIL_1].',
      mapping: {
        '[PERSON_1]': 'Ada Lovelace',
        '[PERSON_2]': 'Bob',
        '[DATE_1]': 'May 5',
        '[PERSON_1.2]': 'LOVELACE',
        '[EMAIL_1]': 'ada@example.org',
      },
    });
  });

  it('does not use placeholders that are in the text', () => {
    const written = '[PERSON_1] and [PERSON_3.2] know Ada, Bob, and Cy [PERSON_2';
    expect(pseudonymize(written, ['Ada', 'Bob', 'Cy']).redacted).toBe(
      '[PERSON_1] and [PERSON_3.2] know [PERSON_2], [PERSON_4], and [PERSON_5] [PERSON_2',
    );
    expect(pseudonymize('x [PERSON_1] y', ['[PERSON_1]']).mapping).toEqual({ '[PERSON_2]': '[PERSON_1]' });
  });

  it.each([
    ['an equal value', '5 May, 05/05', ['5 May', '05/05'], '[PERSON_1], [PERSON_2]'],
    [
      'names that are part of one longer name',
      'Ada Lovelace, Ada, A. Lovelace, Lovelace',
      ['Ada Lovelace', 'Ada', 'A. Lovelace', 'Lovelace'],
      '[PERSON_1], [PERSON_1.2], [PERSON_1.3], [PERSON_1.4]',
    ],
    [
      'a short name before the long one',
      'A. Lovelace, then Ada Lovelace',
      ['A. Lovelace', 'Ada Lovelace'],
      '[PERSON_1], then [PERSON_1.2]',
    ],
    [
      'a short name that two persons share',
      'Ada Byron, Anne Byron, Byron',
      ['Ada Byron', 'Anne Byron', 'Byron'],
      '[PERSON_1], [PERSON_2], [PERSON_3]',
    ],
    [
      'the same name over lines',
      'Ada Byron, Ada\nByron',
      ['Ada Byron', 'Ada\nByron'],
      '[PERSON_1], [PERSON_1.2]',
    ],
    ['possessive names', 'Ada’s and Ada', ['Ada’s', 'Ada'], '[PERSON_1] and [PERSON_1.2]'],
    ['names of one letter', 'J and J. K.', ['J', 'J. K.'], '[PERSON_1] and [PERSON_2]'],
  ])('identifies %s', (_name, written, names, expected) => {
    expect(pseudonymize(written, names).redacted).toBe(expected);
  });

  it('identifies other entities by their value, or their text in any case', () => {
    const phones = [
      spanOf('030 1 or +49 30 1', '030 1', 'PHONE_NUMBER', { value: '+49301' }),
      spanOf('030 1 or +49 30 1', '+49 30 1', 'PHONE_NUMBER', { value: '+49301' }),
    ];
    expect(redactEntities('030 1 or +49 30 1', phones, 'pseudonym').redacted).toBe(
      '[PHONE_NUMBER_1] or [PHONE_NUMBER_1.2]',
    );
    expect(
      pseudonymize('Acme, ACME, Acme Ltd.', ['Acme', 'ACME', 'Acme Ltd.'], 'ORGANIZATION').redacted,
    ).toBe('[ORGANIZATION_1], [ORGANIZATION_1.2], [ORGANIZATION_2]');
  });

  it('returns a text without entities unchanged', () => {
    for (const mode of redactionModes)
      expect(redactEntities('[PERSON_1]', [], mode).redacted).toBe('[PERSON_1]');
  });

  it('rejects entities that overlap', () => {
    const overlapping = [spanOf(text, 'Ada Lovelace', 'PERSON'), spanOf(text, 'Lovelace', 'PERSON')];
    expect(() => redactEntities(text, overlapping, 'type')).toThrow(RangeError);
  });
});

/** Parts of texts that are difficult to restore. */
const part = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'Ada',
      'Ada Byron',
      'ADA',
      'Byron',
      'A. Byron',
      'Bob',
      ' ',
      ', ',
      '\n',
      '漢字',
      '😀',
      '\ud83d',
      '$&',
      '$1',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '[',
      ']',
      '[PERSON_',
      '[PERSON_1',
      '1]',
      '_1]',
      '.2]',
      '[PERSON_1]',
      '[PERSON_1.2]',
      '[PERSON_2]',
      '[DATE_1]',
      '[]',
      '[[',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);
const segment = fc.record({
  written: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  type: fc.option(fc.constantFrom('PERSON' as const, 'DATE' as const, ...entityTypes)),
  value: fc.option(fc.constantFrom('1', '2'), { nil: undefined }),
});

/** Joins segments; those with a type are entities. */
function toText(
  segments: readonly { written: string; type: Entity['type'] | null; value: string | undefined }[],
) {
  let written = '';
  const found: Entity[] = [];
  for (const { written: text, type, value } of segments) {
    const startIndex = written.length;
    written += text;
    if (type !== null)
      found.push({
        startIndex,
        endIndex: written.length,
        type,
        confidence: 1,
        text,
        ...(value && { value }),
      });
  }
  return { written, found };
}

describe('restoreText', () => {
  it('restores any text exactly from its pseudonyms, also by naive replacement', () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 12 }), (segments) => {
        const { written, found } = toText(segments);
        const { redacted, mapping = {} } = redactEntities(written, found, 'pseudonym');
        expect(restoreText(redacted, mapping)).toBe(written);
        const naive = Object.entries(mapping).reduce(
          (restored, [placeholder, original]) => restored.replaceAll(placeholder, () => original),
          redacted,
        );
        expect(naive).toBe(written);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves no entity in its place, whatever the mode', () => {
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 12 }),
        fc.constantFrom(...redactionModes),
        (segments, mode) => {
          const { written, found } = toText(segments);
          const { redacted } = redactEntities(written, found, mode);
          let rest = redacted;
          for (const { written: text, type } of segments) {
            if (type === null) {
              expect(rest.startsWith(text)).toBe(true);
              rest = rest.slice(text.length);
            } else {
              const replacement =
                mode === 'mask'
                  ? '*'.repeat(text.length)
                  : (/^\[[A-Z_]+(?:_\d+(?:\.\d+)?)?\]/.exec(rest)?.[0] ?? '');
              expect(replacement).not.toBe('');
              expect(rest.startsWith(replacement)).toBe(true);
              rest = rest.slice(replacement.length);
            }
          }
          expect(rest).toBe('');
          if (mode === 'mask') expect(redacted).toHaveLength(written.length);
        },
      ),
    );
  });

  it('restores a changed text, and keeps placeholders without a mapping', () => {
    const mapping = { '[PERSON_1]': 'Ada $&', '[PERSON_1.2]': '[PERSON_1]' };
    expect(restoreText('[PERSON_1.2]: [PERSON_1]s [PERSON_2] [PERSON_1] [toString_1]', mapping)).toBe(
      '[PERSON_1]: Ada $&s [PERSON_2] Ada $& [toString_1]',
    );
  });
});
