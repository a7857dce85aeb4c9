import { createRuleContext } from '@quern/nlp/entities/rules/rule-context';
import { describe, expect, it } from 'vitest';
import { hasPeer } from '../../peers/import-peer.ts';
import { findRuleBasedNames } from './find-rule-based-names.ts';

async function found(text: string, language: string): Promise<string[]> {
  const candidates = await findRuleBasedNames(text, createRuleContext({ language }));
  return candidates.map(({ startIndex, endIndex, type, value }) => {
    const written = `${type} ${text.slice(startIndex, endIndex)}`;
    return value === undefined ? written : `${written} = ${value}`;
  });
}

describe.skipIf(!hasPeer('compromise'))('findRuleBasedNames (needs npm run eval:install)', () => {
  it.each([
    [
      'en',
      'Barack Obama met Angela Merkel in Berlin.',
      ['PERSON Barack Obama', 'PERSON Angela Merkel', 'LOCATION Berlin'],
    ],
    [
      'en',
      'She joined Acme Widgets Inc. in France.',
      ['ORGANIZATION Acme Widgets Inc.', 'LOCATION France = FR'],
    ],
    [
      'de',
      'Herr Müller von der Siemens AG fuhr nach München.',
      ['PERSON Müller', 'ORGANIZATION Siemens AG', 'LOCATION München'],
    ],
    ['fr', 'Mme Dupont habite en Allemagne.', ['PERSON Dupont', 'LOCATION Allemagne = DE']],
    [
      'pt',
      'O presidente Fernando Henrique Cardoso esteve em Brasília.',
      ['PERSON Fernando Henrique Cardoso', 'LOCATION Brasília'],
    ],
    ['en', 'the Battle of Hastings', ['EVENT Battle of Hastings']],
  ])('%s: %s', async (language, text, expected) => {
    expect(await found(text, language)).toEqual(expect.arrayContaining(expected));
  });
});
