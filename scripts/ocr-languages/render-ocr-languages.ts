import { type Coverage as BothCoverages, measureCoverages } from './measure-coverage.ts';

/** A language with the letters that the better one of the recognizers does not know. */
interface Coverage extends Omit<BothCoverages, 'missing'> {
  readonly missing: readonly string[];
}

/** A language of which less is known is not read. */
const knownShareMin = 0.2;
const listedMissingMax = 12;

/** Renders the page of the languages that OCR reads, from their alphabets and the characters of the recognizers. */
export function renderOcrLanguages(): string {
  const { source, coverages: both } = measureCoverages();
  const coverages = both.map((coverage): Coverage => {
    const [base, scripts] = coverage.missing;
    return { ...coverage, missing: scripts.length < base.length ? scripts : base };
  });
  const complete = coverages.filter(({ missing }) => missing.length === 0);
  const isKnown = ({ count, missing }: Coverage) => missing.length <= count * (1 - knownShareMin);
  const partial = coverages.filter((coverage) => coverage.missing.length > 0 && isKnown(coverage));
  const unknown = coverages.filter((coverage) => !isKnown(coverage));
  const rows = partial.map(
    ({ name, tag, count, missing }) =>
      `| ${name} (\`${tag}\`) | ${(count - missing.length).toLocaleString('en')} of ${count.toLocaleString('en')} | ${missing.length > listedMissingMax ? 'the less frequent ones' : missing.map((letter) => `\`${letter}\``).join(' ')} |`,
  );
  const sections = [
    '# Languages of OCR',
    `A line of text is read by one of two recognizers. This page lists the languages whose alphabet one of them knows, small and capital letters, by the alphabets of ${source}. It is not a measure of quality: how well text is read is measured for some of these languages, in [SCORECARD.md](../SCORECARD.md); known weaknesses are in the [model card](../training/ocr/MODEL_CARD.md).`,
    'A text may mix languages. `languages` of a request is a hint; other languages are read as well.',
    `## All letters are known: ${complete.length} languages`,
    ...byScript(complete),
    '## Some letters are not known',
    'Other letters of these languages are read; a word with a missing letter is read with another one in its place.',
    `| language | letters known | missing |\n| --- | --- | --- |\n${rows.join('\n')}`,
    '## Not read',
    `Neither recognizer knows other scripts, such as ${scriptsOf(unknown).toSorted().join(', ')}. Text in them is left out, and so is handwriting that cannot be read; the result then has the warning \`unreadable_text\`.`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function byScript(coverages: readonly Coverage[]): string[] {
  return scriptsOf(coverages).map((script) => {
    const languages = coverages.filter((coverage) => coverage.script === script);
    return `**${script}**: ${languages.map(({ name, tag }) => `${name} (\`${tag}\`)`).join(', ')}.`;
  });
}

/** Scripts, that of the most languages first. */
function scriptsOf(coverages: readonly Coverage[]): string[] {
  const groups = Map.groupBy(coverages, ({ script }) => script);
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length).map(([script]) => script);
}
