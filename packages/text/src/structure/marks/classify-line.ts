import boilerplate from '../words/boilerplate-phrases.data.json' with { type: 'json' };
import {
  countWords,
  endsSentence,
  isSpaceless,
  normalizePhrase,
  startsWithPhrase,
} from '../words/line-shape.ts';
import { authorWords, captionWords, months, pageLabels, publishedWords } from '../words/word-sets.ts';
import { isFormula } from './mark-code.ts';

/** Longer lines are prose, whatever they begin with. */
const lengthMax = 300;

/** Longer texts are not examined for entries of a table of contents. */
const contentsLengthMax = 20_000;
/** Mean length of an entry. */
const contentsEntryLengthMax = 220;

/** The name of a photographer at the end of a caption. */
const creditPattern =
  /\((?:photo|image|picture|foto|bild|crédit|photo credit|file photo|credit|archivo|ap|afp|reuters|getty)\b[^()]{0,80}\)$|^图为|[\s(（][^\s。]{2,12}[摄攝][）)]?$/iu;
/** A photographer's name after a word for a picture. */
const photographerPattern =
  /^(?:[Pp]hotos?|[Ff]otos?|[Ff]ot|Bild|[Фф]ото|Ảnh)\.?\s(?:by\s|von\s|di\s|de\s)?\p{Lu}[\p{L}.'’-]*(?:[\s/]{1,2}\p{Lu}[\p{L}.'’-]*){0,3}$/u;
/** Requests to follow a publication, which may be whole sentences. */
const followPattern =
  /\b(?:newsletters?|facebook|twitter|instagram|linkedin|youtube|whatsapp|telegram|rss|inbox|app store|google play)\b/i;
const followVerbs =
  /^(?:click|subscribe|sign up|follow|like us|join us|get the|download|abonnez|suivez|abonnieren|folgen|suscríb|síg|iscriv|segui|inscreva|siga|schrijf|volg|zapisz)/i;
/** Notes of encyclopedias above an article. */
const hatnotePattern =
  /^(?:for (?:other uses|the|an?)\b.{0,80}\bsee .{1,120}|["“].{1,60}["”] redirects? (?:here|to).{0,120}|not to be confused with .{1,80}|from wikipedia, .{1,40}|(?:main|see also|further information|main articles?): .{1,120}|(?:hauptartikel|article détaillé|artículo principal|voce principale|artigo principal|hoofdartikel|основная статья)\s?: .{1,120}|weitere bedeutungen sind unter .{1,120}|pour les articles homonymes.{1,80}|para otros usos.{1,80})$/iu;

const boilerplatePhrases: ReadonlySet<string> = new Set(boilerplate);
const legalPattern = /^\(?(?:©|\(c\)\s*\d{4}|copyright\b)|\ball rights reserved\b/i;

/**
 * Whether a line is not content, as far as the line alone shows: captions, bylines, dates, navigation, legal boilerplate,
 * page numbers, entries of a table of contents, formulas and addresses of the web.
 *
 * @param text a whole line or paragraph, trimmed
 */
export function isAsideLine(text: string): boolean {
  if (text.length > lengthMax) return isContents(text);
  return (
    isPageLabel(text) ||
    isContentsEntry(text) ||
    isBoilerplate(text) ||
    isNavigation(text) ||
    isCaption(text) ||
    isByline(text) ||
    isDateline(text) ||
    isAddress(text) ||
    isLinks(text) ||
    isFormula(text) ||
    isNote(text)
  );
}

/** A note to a table or a claim: `(*) Includes tax.`, `*Prices of 2024`, `† deceased`. */
function isNote(text: string): boolean {
  return /^(?:\(\*{1,3}\)\s|\(?[†‡]\)?\s?|\*{1,3}(?=[^\s*.])[^*]*$)/u.test(text);
}

/** A number of a page, such as `12`, `- 12 -` or `Page 3 of 10`. */
export function isPageLabel(text: string): boolean {
  if (text.length > 40 || !/[\dⅰ-ⅿivxlc]/i.test(text)) return false;
  if (
    /^[-–—|[(\s]*\d{1,4}[-–—|\])\s]*$/.test(text) ||
    /^[ivxlc]{1,6}$/.test(text) ||
    /^\d{1,4}\s*[/|]\s*\d{1,4}$/.test(text)
  )
    return true;
  const found =
    /^[-–—|\s]*(?:([^\d\s.]{1,12})\.?\s*)?(\d{1,4})(?:\s*(?:of|von|sur|de|di|van|z|из|av|af|trên|\/|頁|ページ|页|쪽)\s*\d{0,4})?[-–—|\s.]*$/iu.exec(
      text,
    );
  return found !== null && found[1] !== undefined && pageLabels.has(found[1].toLowerCase());
}

/** An entry of a table of contents: leaders, then a page. */
function isContentsEntry(text: string): boolean {
  return /(?:\.{4,}|(?:\. ){4,}|…{2,}|·{4,}|_{4,})\s*(?:\d{1,4}|[ivxlc]{1,6})?$/i.test(text);
}

/** Several entries of a table of contents whose line breaks were lost. */
function isContents(text: string): boolean {
  if (text.length > contentsLengthMax || (!text.includes('. . .') && !text.includes('....'))) return false;
  const entries = text.match(/(?:\.{4,}|(?:\. ?){5,})\s*(?:\d{1,4}|[ivxlc]{1,6})?(?=\s|$)/gi)?.length ?? 0;
  return entries > 0 && text.length / entries < contentsEntryLengthMax;
}

function isBoilerplate(text: string): boolean {
  const words = countWords(text);
  if (words <= 25 && legalPattern.test(text)) return true;
  if (words <= 30 && hatnotePattern.test(text)) return true;
  if (words <= 16 && followVerbs.test(text) && followPattern.test(text)) return true;
  if (/^(?:[【<〈［[][^【】<>〈〉［］[\]。.!?]{2,60}[】>〉］\]])$/u.test(text)) return true;
  const marker = /^[▶►■●☞→▸]\s*/u.exec(text)?.[0].length ?? 0;
  const length = startsWithPhrase(text.slice(marker), boilerplatePhrases, 5);
  if (length === 0) return false;
  // A sentence that begins with such words, such as "Share this with the team before Monday, since ...".
  if (/cookie/i.test(text)) return words <= 40;
  return !endsSentence(text) && words <= (/[:：]/.test(text.slice(0, 40)) ? 18 : 10);
}

/** Links in a row. */
function isNavigation(text: string): boolean {
  if (!/[|•·»›>/\\→]/.test(text)) return false;
  const parts = text.split(/\s+[|•·»›>/\\→]\s+|\s*[|»›]\s*/u).filter((part) => part.trim() !== '');
  const [partsMin, wordsMax] = text.includes('|') && parts.length === 2 ? [2, 2] : [3, 5];
  return (
    parts.length >= partsMin &&
    !endsSentence(text) &&
    parts.every((part) => countWords(part, wordsMax + 1) <= wordsMax)
  );
}

/** A label with a number and a mark after it, or a label and a colon. */
export function isCaption(text: string): boolean {
  if (/^(?:https?|www)/i.test(text)) return false;
  if (creditPattern.test(text) || (text.length < 60 && photographerPattern.test(text))) return true;
  const length = startsWithPhrase(text, captionWords, 2);
  if (length === 0) return false;
  const rest = text.slice(length);
  if (
    /^\.?\s?(?:\d{1,3}|[IVX]{1,5})(?:[.-]?\d{1,3})?[a-z]?(?:[.:)|：。–—]|\s[-–—]|\s(?=\p{Lu})|\s*$|\s(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]))/u.test(
      rest,
    )
  )
    return !(isVerbNext(rest) && endsSentence(text));
  return /^(?:\s?[:：©(/]|\s[-–—]\s)/u.test(rest) && countWords(text) <= 30;
}

/** "Figure 3 shows ..." is prose; its next word is in lower case. */
function isVerbNext(rest: string): boolean {
  return /^\.?\s?\d+[a-z]?\s\p{Ll}/u.test(rest);
}

function isByline(text: string): boolean {
  if (text.length > 100 || endsSentence(text)) return false;
  const length = startsWithPhrase(text, authorWords, 2);
  if (length === 0) return false;
  const rest = text.slice(length).replace(/^\s*[:：／/|]?\s*/u, '');
  const isMarked = /^\s*[:：／|]/u.test(text.slice(length));
  if (isSpaceless(text.charAt(0)) || /^\p{Script=Hangul}/u.test(text))
    return (
      (isMarked && rest.length <= 20) ||
      (/^\s/.test(text.slice(length)) &&
        /^\p{Script=Thai}{2,}\s\p{Script=Thai}{2,}$/u.test(rest) &&
        rest.length <= 25)
    );
  if (rest === '' || !/^\p{Lu}|^\p{Lo}|^@/u.test(rest)) return false;
  const names = rest.split(/[,|•·–—]|\s(?:and|und|et|y|e|en|i|и|och|og|ve|và|&)\s/u, 4);
  const first = (names[0] ?? '').trim().split(/\s+/);
  const isName =
    first.length <= 4 &&
    first.every((word) => /^(?:[\p{Lu}\p{Lo}]|de|da|del|van|von|der|den|la|le|al|bin)/u.test(word));
  // A preposition as the byline's word needs two names, since "Von Berlin" is a place.
  return isName && (isMarked || first.length >= 2);
}

/** A line that consists of a date, perhaps with a word such as "Published" and a time. */
function isDateline(text: string): boolean {
  if (text.length > 120 || !/\d/.test(text)) return false;
  const inner = /^[（(]([^（()）]{6,60})[）)]$/u.exec(text)?.[1];
  if (inner !== undefined) return /\d{4}\s?[年년./-]/u.test(inner) || isDateline(inner);
  const length = startsWithPhrase(text, publishedWords, 4);
  if (length > 0 && /^\s*[:：]|^\s+\d|^\s*$/u.test(text.slice(length)) && countWords(text) <= 14) return true;
  if (endsSentence(text.replace(/[.\d]+$/, '')) || text.length > 60) return false;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hasMonth = words.some((word) => months.has(word));
  const hasDate = /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\d{1,4}[年년]\s?\d{1,2}[月월]/u.test(text);
  if (!hasMonth && !hasDate) return false;
  const others = words.filter(
    (word) => !months.has(word) && !/^(?:\p{L}{1,3}|am|pm|uhr|o|clock|[年月日년월일]+)$/u.test(word),
  );
  return others.length <= (hasMonth ? 1 : 0) && (/\d{4}/.test(text) || hasDate || others.length === 0);
}

/** One address of the web or of a mailbox, a telephone number. */
function isAddress(text: string): boolean {
  return (
    /^<?(?:https?:\/\/|www\.)\S+>?$/i.test(text) ||
    /^\S{1,60}@[\w.-]{3,60}$/.test(text) ||
    /^(?:(?:tel|fax|phone|mobile|telefon|тел|电话|電話)\.?\s?[:.]?\s?)?[+(]?\d[\d\s()./-]{6,20}$/i.test(text)
  );
}

/** Links of Markdown and nothing else, such as an entry of a table of contents; a sentence may be one link. */
function isLinks(text: string): boolean {
  if (!text.includes('](')) return false;
  const outside = text.replace(/!?\[[^[\]]{1,200}\](?:\([^()\s]{0,500}\)|\[[^[\]]{0,100}\])/g, ' ');
  if (/[\p{L}\p{N}]/u.test(outside.replace(/^(?:\d{1,3}[.)]|[-*+])\s/, ''))) return false;
  return (
    (text.match(/\]\(/g)?.length ?? 0) > 1 || !/\p{L}\s.*[.!?]\]\(/u.test(text) || countWords(text, 8) < 8
  );
}

/** Whether a text consists of words of a phrase list entirely. */
export function isPhrase(text: string, phrases: ReadonlySet<string>): boolean {
  return text.length <= 60 && phrases.has(normalizePhrase(text));
}
