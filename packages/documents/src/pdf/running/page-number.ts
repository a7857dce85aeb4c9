const roman = '[ivxlc]{1,7}';
const number = `(?:\\d{1,4}|${roman})`;
/** Words for "page" and "of" in common languages. */
const pageWord =
  '(?:p|pg|pp|page|pages|seite|s|página|pagina|pág|pag|sida|side|str|strona|strana|oldal|sayfa|sivu|страница|стр|с|σελίδα|σελ|第|頁|页|صفحة|עמוד)';
const ofWord = '(?:of|von|de|di|van|sur|av|af|z|ze|iz|из|от|από|din|/|-|–|\\||共)';

const patterns = [
  new RegExp(`^[-–—|·•\\[(]*\\s*${number}\\s*[-–—|·•\\])]*$`, 'iu'),
  new RegExp(`^${pageWord}\\.?\\s*${number}(?:\\s*${ofWord}\\s*${number})?\\s*(?:页|頁)?$`, 'iu'),
  new RegExp(`^${number}\\s*${ofWord}\\s*${number}$`, 'iu'),
];

/** Whether a text is nothing but the number of a page, such as `Page 3 of 9`, `- iv -` or `3/9`. */
export function isPageNumber(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= 24 && patterns.some((pattern) => pattern.test(trimmed));
}

/** A text with its numbers replaced, so that it is the same on each page. */
export function withoutNumbers(text: string): string {
  return text
    .toLowerCase()
    .replace(/\p{N}+/gu, '#')
    .replace(new RegExp(`(^|[\\s|·–—-])${roman}(?=$|[\\s|·–—-])`, 'giu'), '$1#')
    .replace(/\s+/g, ' ')
    .trim();
}
