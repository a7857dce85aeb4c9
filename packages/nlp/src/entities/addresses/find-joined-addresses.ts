import { memoize } from '@quern/runtime/caching/memoize';
import type { AddressSpan } from './address-span.ts';
import { joinedPlaces } from './known-places.ts';

// Each pattern is the order of one country's addresses, whose words are written without spaces and are cut by what is around
// them. The words of towns are in the lexicons.
const han = '\\p{Script=Han}';
const chineseNumber =
  /(?:路|街|道(?:[中東西东南北])?|巷|弄|胡同|段|村|里|园|區|区|镇|鎮)(?:[一二三四五六七八九十]{1,3}段)?[ ]?(?:[0-9]{1,5}(?:[-之][0-9]{1,3})?|[一二三四五六七八九十百]{1,5})[ ]?(?:号|號|弄)/gu;
const chineseTail = new RegExp(
  `^(?:院|之[0-9]{1,2})?(?:[，,、 ]?[ ]?(?:[${han}A-Za-z]{2,12}?(?:大厦|大廈|中心|广场|廣場|大楼|大樓|花园|花園|小区|公寓|城|苑|座|楼|樓)|[A-Z]座|[0-9A-Z一二三四五六七八九十]{1,5}(?:号楼|號樓|号|號|栋|棟|幢|座|单元|單元|层|層|楼|樓|室|房|户)(?:之[0-9]{1,2})?|(?<=单元|單元|栋|棟|幢|座|楼|层)[0-9]{3,4}(?![0-9年月日元人万点%.:-]))){0,6}`,
  'u',
);
const japaneseNumber =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ヶケー]{1,12}[0-9]{1,4}(?:(?:丁目|番地|番|号|[-−‐–ー]|の)[0-9]{0,4}){1,4}(?:号)?/gu;
const japaneseTail =
  /^(?:[ \u3000]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーA-Za-z・]{1,20}(?:棟|ビル|ビルディング|マンション|ハイツ|コーポ|タワー|荘|館|ハウス|アパート|レジデンス|プラザ|メゾン)(?:[0-9A-Z]{1,3}棟)?)?(?:[ \u3000]?[0-9]{1,4}(?:階|号室|F|号|室|號)){0,2}/u;
const korean =
  /(?:[가-힣]{1,4}(?:시|군|구)[ ]?){0,3}(?:[가-힣0-9]{1,8}(?:읍|면|동|리)[ ]?)?[가-힣0-9]{1,12}(?:대로|로|길)[ ]?[0-9]{1,5}(?:-[0-9]{1,4})?(?![0-9년월일])(?:번지)?/gu;
/** The end of the number, or a particle that is written as a part of it: "305호이고". */
const koreanEnd =
  '(?:(?![가-힣0-9])|(?=(?:이고|이며|이에|입니|예요|이라|인데|으로|로|에|을|를|은|는|과|와|까지|이|가)(?![가-힣]{3})))';
const koreanUnit = `(?:,?[ ]?(?:[가-힣A-Za-z]{2,12}[ ]?)?[0-9A-Z]{1,5}(?:층|호실|호|동)${koreanEnd}){0,3}`;
const koreanTail = new RegExp(
  `^${koreanUnit}(?:[ ]?\\([^()\\n]{2,30}\\))?(?:[ ]?\\(?[0-9]{5}\\)?(?![0-9]))?`,
  'u',
);
/** A lot of a district without a street: "해운대구 우동 1408". */
const koreanLot = new RegExp(
  `(?<![가-힣])[가-힣]{1,6}(?:시|군|구)[ ][가-힣]{1,6}[0-9]?(?:동|리|읍|면|가)[ ](?:산[ ]?)?[0-9]{1,4}(?:-[0-9]{1,4})?(?:번지)?${koreanEnd}(?![%.:~-]?[0-9])(?![%:~])`,
  'gu',
);
/** A lot of a town without a block: "京都市中京区河原町通御池下る下丸屋町403". */
const japaneseLot =
  /(?:市|区|郡)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ケー]{1,24}町[0-9]{1,4}(?:[-−‐–][0-9]{1,4}){0,2}(?![0-9.:,%％~]|[年月日人円個件つ時分回番丁世戸軒歳台枚名棟階号]|km)/gu;
const lookBack = 40;

/** Finds addresses of scripts without spaces between words, from the region down to the number of the building. */
export function* findJoinedAddresses(text: string): Generator<AddressSpan> {
  if (/\p{Script=Han}/u.test(text)) {
    yield* findWith(text, chineseNumber, chineseTail, 'Han');
    if (/[0-9](?:丁目|番|号|[-−‐–ー]|の)/.test(text))
      yield* findWith(text, japaneseNumber, japaneseTail, 'Han');
    if (/町[0-9]/.test(text)) yield* findWith(text, japaneseLot, japaneseTail, 'Han');
  }
  if (/[로길][ ]?[0-9]/.test(text)) yield* findWith(text, korean, koreanTail, 'Hangul');
  if (/[동리읍면가][ ](?:산[ ]?)?[0-9]/.test(text)) yield* findWith(text, koreanLot, koreanTail, 'Hangul');
}

function* findWith(
  text: string,
  number: RegExp,
  tail: RegExp,
  script: 'Han' | 'Hangul',
): Generator<AddressSpan> {
  for (const match of text.matchAll(number)) {
    const numberEnd = match.index + match[0].length;
    const start = startOf(text, match.index, numberEnd, script);
    if (start === undefined) continue;
    const rest = tail.exec(text.slice(numberEnd, numberEnd + 60))?.[0] ?? '';
    const endIndex = numberEnd + rest.replace(/[，,、 \u3000]+$/u, '').length;
    const withCode = codeBefore(text, start);
    yield { startIndex: withCode ?? start, endIndex, score: 5, hasCode: withCode !== undefined };
  }
}

/** The earliest known region in the run of text that leads to the number. */
function startOf(text: string, index: number, end: number, script: 'Han' | 'Hangul'): number | undefined {
  const from = Math.max(0, index - lookBack);
  const run = /[^\s，。、；：！？!?,;:()（）「」]*$/u;
  const spaced = /[^\n，。；：！？!?;:()（）「」,]*$/u;
  const before = text.slice(from, index);
  const lead = (script === 'Hangul' ? spaced : run).exec(before)?.[0] ?? '';
  const start = index - lead.length;
  const written = text.slice(start, end);
  const places = joinedPlaces(script);
  let best: number | undefined;
  for (const place of places) {
    const at = written.indexOf(place);
    if (at >= 0 && (best === undefined || at < best)) best = at;
  }
  if (best !== undefined) return start + best;
  return script === 'Hangul' ? koreanDistrict(written, start) : chineseDistrict(written, start);
}

const districtStart = memoize(
  (_: 'all') =>
    new RegExp(
      `(?:[地住]址[是为為]?|家住|[在于於到至往是为為：]|^)([${han}]{2,6}(?:省|市|区|區|县|縣)[${han}0-9]{2,})`,
      'u',
    ),
);

/** A district without its region, after a preposition or at the start of the clause. */
function chineseDistrict(written: string, start: number): number | undefined {
  const match = districtStart('all').exec(written);
  const name = match?.[1];
  return match === null || name === undefined
    ? undefined
    : start + match.index + match[0].length - name.length;
}

function koreanDistrict(written: string, start: number): number | undefined {
  const match = /(?<![가-힣])[가-힣]{1,4}(?:시|군|구)[ ]/u.exec(written);
  return match === null ? undefined : start + match.index;
}

/** The postal code in front: "〒150-0001 ", "100020 ", "(06236) ". */
function codeBefore(text: string, index: number): number | undefined {
  const match = /(?:〒[ ]?)?(?:[0-9]{3}-[0-9]{4}|\(?(?<![0-9])[0-9]{5,6}\)?)[ \u3000]?\n?$/u.exec(
    text.slice(Math.max(0, index - 12), index),
  );
  return match === null ? undefined : index - match[0].length;
}
