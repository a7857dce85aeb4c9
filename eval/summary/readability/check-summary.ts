import { splitWords } from '../../metrics/word-f1.ts';
import { isDependent, isFiller } from './opening-words.ts';
import { startsInside, titleGluedTo } from './source-context.ts';

/** Defects of a sentence of a summary that a reader notices. */
export const defects = [
  'gluedTitle',
  'markdown',
  'mailHeader',
  'timeStamp',
  'pageNumber',
  'startsInside',
  'orphan',
  'filler',
  'repeated',
  'noFinalPunctuation',
] as const;
/** The name of a defect. */
export type Defect = (typeof defects)[number];

/** A sentence of a summary and its range in the source. */
export interface SourcedSentence {
  readonly text: string;
  readonly source?: { readonly startIndex: number; readonly endIndex: number };
}

/** A summary to check. */
export interface SummaryToCheck {
  readonly source: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly sentences: readonly SourcedSentence[];
  /** Whether the last sentence may be cut. */
  readonly truncated: boolean;
}

const markdownPattern =
  /\*\*|(?<!\w)__(?=\S)[^_\n]*\s[^_\n]*__(?!\w)|`|\]\(|\]\[|!\[|^\s*(?:#{1,6}|={2,}|[-*+>•‣◦▪])\s|^\s*\||\s\|\s|<\/?[a-z][^<>]{0,200}>|<!--|^\s*\.\. |:[a-z]+:`|\n\s*(?:={3,}|-{3,}|~{3,})/i;
const mailHeaderPattern =
  /(?:^|\n)\s*>?\s*(?:from|to|cc|bcc|subject|sent|date|reply-to|message-id|in-reply-to|mime-version|content-type|von|an|betreff|gesendet|datum|objet|envoyé|asunto|enviado|assunto)\s*:\s|-{3,}\s*(?:original|forwarded) message|\bwrote:\s*$|<[^\s<>@]+@[^\s<>]+>/i;
const timeStampPattern = /[[(]\s*\d{1,2}:\d{2}(?::\d{2})?\s*[\])]|^\d{1,2}:\d{2}(?::\d{2})?\s|\d\s*-->\s*\d/;
/** Running heads and feet, lone numbers, form feeds, and the leaders of a table of contents. */
const pageNumberPattern =
  /\b(?:page|seite|página|pagina)\s+\d+\s*(?:of|von|de|sur|di|\/)\s*\d+|(?:^|\n)\s*[-–]?\s*\d{1,4}\s*[-–]?\s*(?:\n|$)|\f|(?:\. ?){5}/iu;
const finalPunctuationPattern = /[\p{Sentence_Terminal}…:][\p{Pe}\p{Pf}"'“‘’»]*(?:\[\d{1,3}\]|\(\d{4}\))*$/u;
/** The name of the next speaker between two turns. */
const speakerPattern = /(?<=^|\s)\p{Lu}[^:.!?\n]{0,40}:\s/gu;
/** Shares of equal words from which two sentences count as one. */
const repeatedShare = 0.8;

/** Finds the defects of each sentence of a summary. */
export function checkSummary(summary: SummaryToCheck): Defect[][] {
  return summary.sentences.map((sentence, index) => {
    const isCut = summary.truncated && index === summary.sentences.length - 1;
    const found: Readonly<Record<Defect, boolean>> = {
      gluedTitle: titleGluedTo(summary.source, sentence.source) !== undefined,
      markdown: markdownPattern.test(sentence.text),
      mailHeader: mailHeaderPattern.test(sentence.text),
      timeStamp: timeStampPattern.test(sentence.text),
      pageNumber: pageNumberPattern.test(sentence.text),
      startsInside: startsInside(summary.source, sentence.text, sentence.source),
      orphan: isDependent(sentence.text, summary.language) && !followsItsContext(summary, index),
      filler: isFiller(sentence.text, summary.language) && !isTitle(summary.source, sentence),
      repeated: summary.sentences.slice(0, index).some((other) => areEqual(other.text, sentence.text)),
      noFinalPunctuation: !isCut && !finalPunctuationPattern.test(sentence.text.trimEnd()),
    };
    return defects.filter((defect) => found[defect]);
  });
}

/** True for a line of the source that became a sentence by a period: a title may consist of two words. */
function isTitle(source: string, { text, source: range }: SourcedSentence): boolean {
  return range !== undefined && text.slice(0, -1) === source.slice(range.startIndex, range.endIndex);
}

/** True when the sentence before it in the source is also in the summary, or when there is none. */
function followsItsContext({ source, sentences }: SummaryToCheck, index: number): boolean {
  const range = sentences[index]?.source;
  if (range === undefined) return index > 0;
  const previous = index === 0 ? undefined : sentences[index - 1]?.source;
  const gap = source.slice(previous?.endIndex ?? 0, range.startIndex);
  return !/\p{L}{2}/u.test(gap.replace(speakerPattern, ' '));
}

function areEqual(left: string, right: string): boolean {
  const [words, others] = [new Set(splitWords(left)), new Set(splitWords(right))];
  const all = words.union(others).size;
  return all > 0 && words.intersection(others).size / all >= repeatedShare;
}
