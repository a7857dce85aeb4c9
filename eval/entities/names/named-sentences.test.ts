import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DataFiles } from '../../data/data-files.ts';
import { namedLanguages, nameTypes, readNamedSentences } from './named-sentences.ts';

function duplicatesOf(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('readNamedSentences', () => {
  const sentences = readNamedSentences(new DataFiles(import.meta.dirname));

  it('reads every data file of the folder', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.data.json'));
    expect(files).toEqual(namedLanguages.map((language) => `${language}.data.json`).sort());
  });

  it('locates the names in the sentence', () => {
    const sentence = sentences.find(({ text }) => text.startsWith('Two Canadians and a Kenyan'));
    const names = sentence?.spans.map(({ startIndex, endIndex, type }) => [
      type,
      sentence.text.slice(startIndex, endIndex),
    ]);
    expect(names).toEqual([
      ['NATIONALITY', 'Canadians'],
      ['NATIONALITY', 'Kenyan'],
      ['EVENT', 'Great North Run'],
    ]);
  });

  it('has each id and each sentence once, and ids begin with the language', () => {
    expect(duplicatesOf(sentences.map(({ id }) => id))).toEqual([]);
    expect(duplicatesOf(sentences.map(({ text }) => text))).toEqual([]);
    expect(sentences.filter(({ id, language }) => !id.startsWith(`${language}-`))).toEqual([]);
  });

  it('has no space, comma or unpaired quotation mark at the ends of a span', () => {
    const names = sentences.flatMap(({ text, spans }) =>
      spans.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex)),
    );
    expect(names.filter((name) => /^[\s"“„《『]|[\s"”》』,;]$|^«|^[^«]*»$/.test(name))).toEqual([]);
  });

  it.each(namedLanguages)('has 26 sentences, half of them in each split, in %s', (language) => {
    const own = sentences.filter((sentence) => sentence.language === language);
    const dev = own.filter(({ split }) => split === 'dev');
    expect([own.length, dev.length]).toEqual([26, 13]);
  });

  it.each(namedLanguages)('has each type in both splits in %s', (language) => {
    const own = sentences.filter((sentence) => sentence.language === language);
    for (const split of ['dev', 'test']) {
      const types = own.filter((sentence) => sentence.split === split).flatMap(({ spans }) => spans);
      expect(new Set(types.map(({ type }) => type)), split).toEqual(new Set(nameTypes));
    }
  });
});
