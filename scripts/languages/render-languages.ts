import type { Language } from '../../apps/server/src/languages/language-schema.ts';
import { isMeasured, readLanguages } from './language-table.ts';

/** Renders the page of the languages that were measured, and of those that an operation does not support. */
export function renderLanguages(): string {
  const languages = readLanguages();
  const measured = languages.filter(isMeasured);
  const others = languages.filter((language) => !isMeasured(language));
  const [untested, unsupported] = [true, false].map((isSupported) =>
    others.filter(({ operations }) => operations.sentiment.supported === isSupported),
  );
  const sections = [
    '# Languages',
    'How well names, patterns (dates, amounts, and other entities that rules find), sentiment, and summaries work, as `GET /v0/languages` and `quern languages` list it, together with translation and OCR. Generated from the results in `eval/results`, which [SCORECARD.md](../SCORECARD.md) shows.',
    '**good** and **limited** are measured; the figures are F1 for names and patterns, mean recall of the labels for sentiment, and ROUGE F1 for summaries. **untested** should work and was not measured. **unsupported** is no better than chance: sentiment is then the error [`unsupported_language`](errors/unsupported_language.md), and entities come with a warning of that code and without names.',
    `| language | names | patterns | sentiment | summaries |\n| --- | --- | --- | --- | --- |\n${measured.map(renderRow).join('\n')}`,
    `**Untested** in ${list(untested)}.`,
    `Names and sentiment are **unsupported** in ${list(unsupported)}, whose scripts the model does not know.`,
    'Languages of OCR: [ocr-languages.md](ocr-languages.md).',
  ];
  return `${sections.join('\n\n')}\n`;
}

function renderRow({ language, name, operations }: Language): string {
  const { 'extract-entities': entities, sentiment, summarize } = operations;
  const cells = [entities.names, entities.patterns, sentiment, summarize].map(({ level, quality }) =>
    quality === undefined ? level : `${level} (${quality.value.toFixed(2)})`,
  );
  return `| ${name} (\`${language}\`) | ${cells.join(' | ')} |`;
}

const list = (languages: readonly Language[] = []): string => languages.map(({ name }) => name).join(', ');
