import type { TextLine } from '../lines/text-line.ts';

/** Lengths of a line with a heading, and of what follows the heading. */
const lengthMin = 20;
const sentenceLengthMin = 12;

/** `LIMITATION OF LIABILITY. In no event shall` */
const capitalPattern =
  /^(?=[^.]*\p{Lu}{3})[\p{Lu}\p{M}][\p{Lu}\p{M} ,&'’/()-]{2,60}[.:]\s+(?=["“«„(]?(?:\p{Lu}|\d))/u;
/** `Abstract—We present`, `Keywords: a, b` */
const abstractPattern =
  /^(?:abstract|summary|zusammenfassung|résumé|resumen|resumo|riassunto|аннотация|摘要|要旨)\s?(?:[.:：]|[-–—]{1,2})\s*(?=["“«„]?[\p{Lu}\p{Lo}])/iu;
/** `Abstract We present`, where the break after the title was lost. */
const titlePattern =
  /^(?:Abstract|ABSTRACT|Summary|SUMMARY|Highlights|Introduction|Background|Objectives?|Methods|Results|Discussion|Conclusions?|Overview)\s(?=(?:We|This|The|In|No|A|An|Our|It|There|These)\s\p{Ll})/u;
const keywordsPattern =
  /^(?:key\s?words?(?: and phrases)?|index terms|schlagwörter|schlüsselwörter|mots[- ]clés|palabras clave|palavras-chave|parole chiave|słowa kluczowe|ключевые слова|关键词|關鍵詞|キーワード|주제어|핵심어)\s?(?:[.:：]|[-–—]{1,2})/iu;

/** Drops the headings that are on the line of their paragraph, and sets key words aside. */
export function markRunInHeadings(lines: readonly TextLine[]): void {
  for (const line of lines) {
    if (line.speaker !== undefined || (!line.isOpen && line.role !== 'item')) continue;
    const head = line.text.slice(0, 90);
    if (keywordsPattern.test(head)) line.setAside();
    else if (line.text.length > lengthMin) {
      const found = capitalPattern.exec(head) ?? abstractPattern.exec(head) ?? titlePattern.exec(head);
      if (found !== null && isLonger(line.text, found[0].length)) line.dropStart(found[0].length);
    }
  }
}

function isLonger(text: string, length: number): boolean {
  return text.length - length > sentenceLengthMin;
}
