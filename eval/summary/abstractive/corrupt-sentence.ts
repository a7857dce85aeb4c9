/** A sentence of a summary that no longer says what the text does. */
export interface CorruptedSentence {
  readonly kind:
    | 'number changed'
    | 'number of another statement'
    | 'names exchanged'
    | 'negation removed'
    | 'negation added';
  readonly text: string;
}

const numberPattern = /(?<![\p{L}\p{N}.,-])\d{2,}(?:[.,]\d+)*(?![\p{L}\p{N}])/gu;
const namePattern = /(?<=\s)\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)+/gu;

/** Words whose removal leaves an assertion. */
const negations: Readonly<Record<string, RegExp>> = {
  en: /(?<=\s(?:is|are|was|were|will|did|do|does|has|have|had|can|could|would|should|must|may)\s)not\s/u,
  de: /(?<=\s)nicht\s/u,
  fr: /(?<=\s)(?:ne\s|n')(?=\p{L}+\spas\s)/u,
  es: /(?<=\s)no\s(?=\p{Ll})/u,
  pt: /(?<=\s)não\s/u,
  it: /(?<=\s)non\s/u,
  nl: /(?<=\s)niet\s/u,
  pl: /(?<=\s)nie\s/u,
  ru: /(?<=\s)не\s/u,
};

/** A verb after or before which a negation makes the opposite, with what is put after it. */
const assertions: Readonly<Record<string, readonly [pattern: RegExp, replacement: string]>> = {
  en: [/\s(is|are|was|were|will|has|have|had|can|must|should)\s(?!not|no|never)/u, ' $1 not '],
  de: [/\s(ist|sind|war|waren|wird|werden|hat|haben|muss|soll)\s(?!nicht|kein)/u, ' $1 nicht '],
  es: [/\s(es|son|fue|será|ha|han|debe|puede)\s/u, ' no $1 '],
  pt: [/\s(é|são|foi|será|deve|pode)\s/u, ' não $1 '],
  it: [/\s(è|sono|sarà|ha|hanno|deve|può)\s/u, ' non $1 '],
  pl: [/\s(jest|są|był|była|będzie|ma|może)\s/u, ' nie $1 '],
  ru: [/\s(будет|был|была|были|может|должен)\s/u, ' не $1 '],
};

/** Returns a sentence with each kind of fault that can be put into it, the same for the same input. */
export function corruptSentence(sentence: string, text: string, language: string): CorruptedSentence[] {
  const corrupted: CorruptedSentence[] = [];
  const number = sentence.match(numberPattern)?.[0];
  if (number !== undefined) {
    const other = String((Number(number[0]) % 9) + 1) + number.slice(1);
    if (!text.includes(other))
      corrupted.push({ kind: 'number changed', text: sentence.replace(number, other) });
    const another = (text.match(numberPattern) ?? []).find(
      (each) => each !== number && each.length === number.length && !sentence.includes(each),
    );
    if (another !== undefined) {
      corrupted.push({ kind: 'number of another statement', text: sentence.replace(number, another) });
    }
  }
  const [first, second] = sentence.match(namePattern) ?? [];
  if (first !== undefined && second !== undefined && first !== second) {
    const exchanged = sentence.replace(first, '\u0000').replace(second, first).replace('\u0000', second);
    corrupted.push({ kind: 'names exchanged', text: exchanged });
  }
  const negation = negations[language];
  if (negation?.test(sentence)) {
    let without = sentence.replace(negation, '');
    if (language === 'fr') without = without.replace(/\spas\s/u, ' ');
    corrupted.push({ kind: 'negation removed', text: without });
  }
  const assertion = assertions[language];
  if (assertion?.[0].test(sentence) && !negation?.test(sentence)) {
    corrupted.push({ kind: 'negation added', text: sentence.replace(...assertion) });
  }
  return corrupted;
}
