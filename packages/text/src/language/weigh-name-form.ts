/** Evidence in nats that a short text whose words all have capitals is a name. */
const capitalizedEvidence = 3.5;
/** Evidence of one capitalized word, which may begin a sentence or be a noun of German. */
const singleWordEvidence = 1;
/** Evidence of an abbreviation in capitals. */
const abbreviationEvidence = 4;
/** Evidence of a text in which one of ten characters or more is a sign of code. */
const codeEvidence = 6;
const codeShareMin = 0.1;
/** Evidence of a short text that consists for the most part of addresses and identifiers. */
const identifierEvidence = 5;
const identifierShareMin = 0.5;
/** Evidence of one token with several hyphens, such as `kebab-case-name`. */
const hyphenEvidence = 4;

const nameWordsMax = 4;
const abbreviationLengthMax = 5;
/** Code and names are recognized in texts of up to this length. */
const lengthMax = 300;

const wordPattern = /\p{L}[\p{L}\p{M}'’-]*/gu;
const capitalizedPattern = /^\p{Lu}/u;
const capitalsPattern = /^\p{Lu}+$/u;
const codeSignPattern = /[{}[\]()<>=;|\\$&^*_`+/]/g;

/** Dates and numbers, whose signs are none of code. */
const numberPattern = /\d[\d/.,:+-]*\d/g;

/** Evidence in nats that a text has no language. */
export interface NameForm {
  /** From capitals as in names and abbreviations; it counts only where no word is listed. */
  readonly capitals: number;
  /** From signs and tokens of code. */
  readonly code: number;
}

/** The form of a sentence. */
export const sentenceForm: NameForm = { capitals: 0, code: 0 };

/**
 * Weighs the form of a short text: capitals, signs and tokens as in names, abbreviations and code.
 *
 * @param sample the text without addresses and identifiers
 * @param text the text as received
 */
export function weighNameForm(sample: string, text: string): NameForm {
  if (text.length > lengthMax) return sentenceForm;
  const words = sample.match(wordPattern) ?? [];
  return {
    capitals: weighCapitals(words),
    code: weighCode(text) + weighIdentifiers(sample, text, words.length),
  };
}

function weighCode(text: string): number {
  const signs = text.replaceAll(numberPattern, '').match(codeSignPattern)?.length ?? 0;
  if (/^\p{L}+(?:-\p{L}+){2,}$/u.test(text)) return hyphenEvidence;
  return signs >= 2 && signs > text.length * codeShareMin ? codeEvidence : 0;
}

function weighIdentifiers(sample: string, text: string, wordCount: number): number {
  const [kept, all] = [sample, text].map((part) => part.replaceAll(/\P{L}/gu, '').length);
  const share = 1 - (kept ?? 0) / (all ?? 1);
  // A text of signs alone has the share NaN.
  return wordCount <= nameWordsMax && share >= identifierShareMin ? identifierEvidence : 0;
}

function weighCapitals(words: readonly string[]): number {
  if (words.length === 0 || words.length > nameWordsMax) return 0;
  const isAbbreviation = words.every(
    (word) => word.length <= abbreviationLengthMax && capitalsPattern.test(word),
  );
  if (isAbbreviation && words.length <= 2) return abbreviationEvidence;
  // A text in capitals is read as lower case.
  if (words.every((word) => capitalsPattern.test(word))) return 0;
  if (!words.every((word) => capitalizedPattern.test(word))) return 0;
  return words.length === 1 ? singleWordEvidence : capitalizedEvidence;
}
