import { expect, it } from 'vitest';
import type { EntityType } from '../rules/entity-types.ts';
import { splitCaseParties } from './split-case-parties.ts';

const split = (name: string, type: EntityType) => {
  const text = `In ${name}, they ruled.`;
  const parts = splitCaseParties(text, { startIndex: 3, endIndex: 3 + name.length, type, confidence: 0.9 });
  return parts.map((part) => [text.slice(part.startIndex, part.endIndex), part.type]);
};

it.each<[string, EntityType, [string, EntityType][]]>([
  [
    'Miller v. Acme Corp.',
    'ORGANIZATION',
    [
      ['Miller', 'PERSON'],
      ['Acme Corp.', 'ORGANIZATION'],
    ],
  ],
  [
    'Brown v. Board of Education',
    'EVENT',
    [
      ['Brown', 'PERSON'],
      ['Board of Education', 'ORGANIZATION'],
    ],
  ],
  [
    'Marie Dupont c. Banque Lyonnaise S.A.',
    'PERSON',
    [
      ['Marie Dupont', 'PERSON'],
      ['Banque Lyonnaise S.A.', 'ORGANIZATION'],
    ],
  ],
  [
    'State of Ohio vs Greene',
    'PERSON',
    [
      ['State of Ohio', 'LOCATION'],
      ['Greene', 'PERSON'],
    ],
  ],
  ['Acme Corp.', 'ORGANIZATION', [['Acme Corp.', 'ORGANIZATION']]],
  ['Henri V. Lang', 'PERSON', [['Henri V. Lang', 'PERSON']]],
])('splits %j, a %s', (name, type, expected) => {
  expect(split(name, type)).toEqual(expected);
});
