import { headingLevelMax } from '@quern/content/blocks/content-block';

/** Heading styles, by their names in English and as localized programs name them: "heading 1", "Überschrift 1". */
const headings = new RegExp(
  '^(?:heading|überschrift|titre|título|titolo|título de|encabezado|intestazione|cabeçalho|kop|rubrik|overskrift|otsikko|' +
    'nagłówek|nadpis|címsor|başlık|заголовок|επικεφαλίδα|标题|標題|見出し|제목|عنوان|כותרת)[ _]?([1-9])(?: char)?$',
  'iu',
);
const titles = /^(?:title|titel|document ?title|haupttitel)$/iu;
const quotes =
  /^(?:(?:intense |block ?)?quot(?:e|es|ation|ations)|block ?text|block ?citation|(?:intensives )?zitat|citation(?: intense)?|cita(?: destacada)?|citazione(?: intensa)?|citação(?: intensa)?|citat|цитата)$/iu;
const codes =
  /^(?:(?:source|program|code)? ?(?:code|listing)(?: ?(?:block|example|sample|text))?|(?:html )?preformatted(?: text)?|html[- ]?vorformatiert|preformatted ?text|vorformatierter text|quellcode|quelltext|verbatim|program ?listing|macro(?: text)?|pre|texte préformaté|texto preformateado|texto pré-formatado|testo preformattato)$/iu;
const inlineCodes =
  /^(?:verbatim|source|inline ?code|code|html ?(?:code|keyboard|sample|typewriter|variable)|teletype|source ?text|code ?in ?text|macro ?text)(?: ?char(?:acter)?)?$/iu;

/** @returns 1 to 6, or undefined if the name is not that of a heading style */
export function headingLevelOfName(name: string): number | undefined {
  const digit = headings.exec(name)?.[1];
  return digit === undefined ? undefined : Math.min(Number(digit), headingLevelMax);
}

/** Whether a name is that of the style of a document's title. */
export function isTitleName(name: string): boolean {
  return titles.test(name);
}

/** Whether a name is that of a paragraph style for quotations. */
export function isQuoteName(name: string): boolean {
  return quotes.test(name);
}

/** Whether a name is that of a paragraph style for code. */
export function isCodeName(name: string): boolean {
  return codes.test(name);
}

/** Whether a name is that of a character style for code. */
export function isInlineCodeName(name: string): boolean {
  return inlineCodes.test(name);
}

/** @returns the depth of list items in a style such as `List Bullet 2`; undefined for other styles */
export function listDepthOfName(name: string): number | undefined {
  const [, digit = '1'] = /^list[ _]?(?:bullet|number)[ _]?([2-9])?$/i.exec(name) ?? [];
  return /^list[ _]?(?:bullet|number)/i.test(name) ? Number(digit) - 1 : undefined;
}

const monospaced =
  /mono|courier|consol|menlo|monaco|typewriter|inconsolata|fira ?code|source ?code|cascadia (?:code|mono)|\bhack\b|terminal|letter gothic|lucida sans typewriter|fixedsys|jetbrains|iosevka|sfmono|pt mono|nimbus mono|\bcode\b|fixed/i;

/** Whether all letters of a font are equally wide, according to its name. */
export function isMonospaced(font: string): boolean {
  return monospaced.test(font) && !/monotype/i.test(font);
}
