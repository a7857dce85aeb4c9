import { expect, it } from 'vitest';
import { findEntries } from './find-entries.ts';

const entry = (label: string, keywords = '') => ({
  id: label,
  label,
  kind: 'Operation',
  keywords,
  href: '#/',
});
const labels = (entries: ReturnType<typeof findEntries>): string[] => entries.map(({ label }) => label);

it('finds all words in the label, the kind or the keywords, whatever their case and accents', () => {
  const entries = [entry('Résumé', 'summarize'), entry('Übersetzung', 'translate'), entry('Entities')];
  expect(labels(findEntries(entries, 'resume'))).toEqual(['Résumé']);
  expect(labels(findEntries(entries, 'UBER'))).toEqual(['Übersetzung']);
  expect(labels(findEntries(entries, 'operation summ'))).toEqual(['Résumé']);
  expect(findEntries(entries, 'entities translate')).toEqual([]);
  expect(labels(findEntries(entries, 'rat'))).toEqual([]);
  expect(labels(findEntries(entries, 'oper ent'))).toEqual(['Entities']);
});

it('has labels that begin with the query first, then words that do, then the others in their order', () => {
  const entries = [entry('Usage'), entry('A key', 'x'), entry('Monkey'), entry('Keys')];
  expect(labels(findEntries(entries, 'key'))).toEqual(['Keys', 'A key', 'Monkey']);
});

it('returns the first entries for an empty query, and never more than 30', () => {
  const many = Array.from({ length: 100 }, (_, index) => entry(`Entry ${index}`));
  expect(findEntries(many, '  ')).toEqual(many.slice(0, 30));
  expect(findEntries(many, 'entry')).toHaveLength(30);
});
