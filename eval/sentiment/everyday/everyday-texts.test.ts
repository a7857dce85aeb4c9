import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DataFiles } from '../../data/data-files.ts';
import { type EverydayKind, everydayKinds } from './everyday-kinds.ts';
import { type EverydayText, everydayLanguages, readEverydayTexts } from './everyday-texts.ts';

const labelsOfKind: Partial<Record<EverydayKind, readonly EverydayText['label'][]>> = {
  fact: ['neutral'],
  encyclopedia: ['neutral'],
  headline: ['neutral'],
  'bad-news': ['neutral'],
  question: ['neutral'],
  instruction: ['neutral'],
  request: ['neutral'],
  logistics: ['neutral'],
  'price-or-spec': ['neutral'],
  definition: ['neutral'],
  'mild-praise': ['positive'],
  'strong-praise': ['positive'],
  'mild-blame': ['negative'],
  'strong-blame': ['negative'],
  'polite-complaint': ['negative'],
  'negated-praise': ['negative'],
  'negated-blame': ['positive'],
  'praise-then-rejection': ['negative'],
  'mixed-but': ['mixed'],
  'mixed-other': ['mixed'],
  irony: ['negative'],
  thanks: ['positive'],
  apology: ['neutral', 'negative'],
  wish: ['positive'],
  condolence: ['negative'],
};

function duplicatesOf(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('readEverydayTexts', () => {
  const texts = readEverydayTexts(new DataFiles(import.meta.dirname));

  it('reads every data file of the folder', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.data.json'));
    expect(files).toEqual(everydayLanguages.map((language) => `${language}.data.json`).sort());
  });

  it('has each id and each text once, and ids begin with the language', () => {
    expect(duplicatesOf(texts.map(({ id }) => id))).toEqual([]);
    expect(duplicatesOf(texts.map(({ text }) => text))).toEqual([]);
    expect(texts.filter(({ id, language }) => !id.startsWith(`${language}-`))).toEqual([]);
  });

  it('has trimmed texts', () => {
    expect(texts.filter(({ text }) => text !== text.trim())).toEqual([]);
  });

  it('has only the labels that a kind allows', () => {
    expect(texts.filter(({ kind, label }) => labelsOfKind[kind]?.includes(label) === false)).toEqual([]);
  });

  it('names distinct emotions, and none for mixed texts', () => {
    expect(texts.filter(({ emotions = [] }) => duplicatesOf(emotions).length > 0)).toEqual([]);
    expect(texts.filter(({ label, emotions }) => label === 'mixed' && emotions !== undefined)).toEqual([]);
  });

  it.each(everydayLanguages)('has each kind in both splits in equal number in %s', (language) => {
    const own = texts.filter((text) => text.language === language);
    const count = (kind: string, split: string) =>
      own.filter((text) => text.kind === kind && text.split === split).length;
    for (const kind of everydayKinds) {
      expect(count(kind, 'dev'), kind).toBeGreaterThan(0);
      expect(count(kind, 'test'), kind).toBe(count(kind, 'dev'));
    }
  });

  it.each(everydayLanguages)('balances the labels of the splits in %s', (language) => {
    const own = texts.filter((text) => text.language === language);
    for (const label of ['positive', 'negative', 'neutral', 'mixed']) {
      const [dev = 0, test = 0] = ['dev', 'test'].map(
        (split) => own.filter((text) => text.label === label && text.split === split).length,
      );
      expect(Math.min(dev, test), label).toBeGreaterThanOrEqual(3);
      expect(Math.abs(dev - test), label).toBeLessThanOrEqual(1);
    }
  });
});
