import type { TextRange } from '@quern/text/span';

/** "(see Section 3)", in many languages. */
const pointerPattern =
  /^(?:see|cf\.?|siehe|vgl\.|voir|véase|ver|vide|vedi|zie|см\.|zob\.|bkz\.|参见|见)(?=[\s.:\p{Script=Han}])/iu;
/** "(Fig. 2a)", "(Tabelle 3)". */
const figurePattern =
  /^(?:fig(?:ure|ura|uur|s)?|figs|table|tables|tab|eqs?|sect?|section|appendix|abb|abbildung|tabelle|abschnitt|anhang|tableau|annexe|tabla|cuadro|anexo|tabela|quadro|tabella|allegato|bijlage|tabel|рис|табл|rys|图|図|表|그림|표)\.?\s?(?:\p{N}|[A-Z](?![\p{L}])|[IVX]+(?![\p{L}]))/iu;
/** "(Smith et al., 2019; Doe and Roe, 2020)". */
const citationPattern =
  /^(?:e\.g\.,?\s)?\p{Lu}[\p{L}'’. -]{1,60}(?:,|\bet al\.?,?)\s(?:1[89]|20)\d\d[a-z]?(?:;\s\p{Lu}[\p{L}'’. -]{1,60}(?:,|\bet al\.?,?)?\s(?:1[89]|20)\d\d[a-z]?)*$/u;
/** "[12]", "[3, 7-9]". */
const numbersPattern = /^\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*$/;

/** Finds references to figures, sections and literature in parentheses, with the space before them. */
export function findReferences(sentence: string): TextRange[] {
  const found: TextRange[] = [];
  for (const { 0: match, index } of sentence.matchAll(/\s?(?:\([^()[\]]{2,120}\)|\[[^()[\]]{1,60}\])/gu)) {
    const inner = match.trim().slice(1, -1).trim();
    const isSquare = match.endsWith(']');
    const isReference = isSquare
      ? numbersPattern.test(inner)
      : [pointerPattern, figurePattern, citationPattern].some((pattern) => pattern.test(inner));
    const next = sentence[index + match.length] ?? '.';
    // A sentence that begins with its reference, and what is glued to a word such as "f[12]" or "a(see b)c", stays.
    const isApart =
      index > 0 &&
      (isSquare || match !== match.trimStart()) &&
      /[\s\p{P}]/u.test(next) &&
      !sentence.startsWith(' http', index + match.length);
    if (isReference && isApart && !isGlued(sentence, index, match))
      found.push({ startIndex: index, endIndex: index + match.length });
  }
  return found;
}

/** "array[3]" is code rather than a citation, except after a period, a bracket or a word of prose with a space after it. */
function isGlued(sentence: string, index: number, match: string): boolean {
  return match.startsWith('[') && /[\d_)\]=]/u.test(sentence[index - 1] ?? '');
}
