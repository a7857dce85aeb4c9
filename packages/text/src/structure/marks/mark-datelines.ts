import type { TextLine } from '../lines/text-line.ts';
import { isSpaceless } from '../words/line-shape.ts';
import { months } from '../words/word-sets.ts';

/** The first sentence of an article is among the first lines. */
const linesMax = 15;
const lengthMin = 60;
const spacelessLengthMin = 25;

const word = String.raw`\p{Lu}[\p{L}\p{M}.'’-]*`;
const place = `${word}(?: (?:de|del|la|am|an|der|sur|of|di|do|da|den|${word})){0,4}`;
const places = `${place}(?:[,/] ?${place}){0,2}`;
const dash = String.raw`(?:\.?\s?[-–—]{1,2}|[:=])`;
const agencies =
  'CNN|AP|AFP|Reuters|REUTERS|dpa|EFE|ANSA|Ansa|ansa|Xinhua|TASS|UPI|Bloomberg|CBS|BBC|PA Media|AA|PAP|Lusa|LUSA|Belga|ANP|APA|sda|KNA|epd|Yonhap|VNE|VNA|IANS|PTI|ANI|DHA|NTB|TT|Ritzau';
const day = String.raw`(?:\d{1,2}\.? ?(?:de )?\p{L}{3,10}\.?(?:,? (?:de )?\d{4})?|\p{L}{3,10}\.? \d{1,2}(?:, \d{4})?|\d{1,2}[./]\d{1,2}[./]\d{2,4})`;

/** Beginnings of articles that are not sentences. */
const patterns: readonly RegExp[] = [
  // LONDON (Reuters) - , (CNN) -- , KRAKÓW (PAP). , and (CNN) without a mark
  new RegExp(
    String.raw`^(?:${places}(?:,? ${day})? ?)?\((?:${agencies})(?: [\p{L} ]{1,20})?\)(?:\s*(?:\.?\s?[-–—]{1,2}|[.:=])(?=\s)\s*|\s*[-–—]{1,2}\s*|(?=["“]?\p{L}))`,
    'u',
  ),
  // NEW JERSEY (WABC) --
  /^\p{Lu}[\p{Lu}\p{M} .,'’-]{2,40} \(\p{Lu}[\p{L} /]{1,20}\)\s*[-–—]{1,2}\s+/u,
  // LEIPZIG, Germany – March 4, 2025 – , Münster, 12.05.2024. , КАЗАНЬ, 12 июн — РИА Новости.
  new RegExp(
    String.raw`^${places},? (?:[-–—]{1,2} )?(?<day>${day})(?: \([^()]{2,30}\))?(?:\s?${dash}(?=\s)|\.(?=\s\p{Lu}))\s*(?:\p{Lu}{2,}[\p{L} ]{0,20}\.\s+(?=\p{Lu}))?`,
    'u',
  ),
  // UTRECHT - , FERRARA. , MEXICO CITY, Mexico –
  new RegExp(
    String.raw`^(?=[\p{Lu} '’.-]{5})\p{Lu}[\p{Lu}\p{M} '’-]{4,29}(?:, ${place})?(?:\s[-–—]{1,2}\s+|\.\s+)(?=["“«„']?\p{Lu}\p{Ll}|["“«„']?\p{Lu}\s\p{Ll})`,
    'u',
  ),
  /^【[^【】]{1,25}[＝=][^【】]{1,25}】\s*/u,
  /^\([^()\s]{1,20}=[^()]{1,30}\)\s*(?:[\p{L} ·]{2,20}(?:기자|특파원)\s*=\s*)?/u,
  /^\p{Script=Han}{2,6}[社网網]\S{0,12}?\d{1,2}日[电電讯訊](?:\s*[（(][^（）()]{1,40}[）)])?\s*/u,
];
const closingAgencyPattern = new RegExp(
  String.raw`(?<=[.!?”"»]\s)\(?(?:${agencies})(?:/[\p{L}]{2,12})?\)?\.?$`,
  'u',
);

/** Drops the place, the date and the agency before the first sentence of an article, and the agency at its end. */
export function markDatelines(lines: readonly TextLine[]): void {
  // The first long lines may be titles.
  const long = lines
    .slice(0, linesMax)
    .filter((line) => line.isOpen && isLong(line.text) && line.speaker === undefined);
  for (const line of long.slice(0, 3)) {
    const length = datelineLength(line.text.slice(0, 160));
    line.dropStart(length);
    if (length > 0) break;
  }
  const last = lines.findLast((line) => line.isOpen);
  const closing = last === undefined ? undefined : closingAgencyPattern.exec(last.text.slice(-40))?.[0];
  if (closing !== undefined && last !== undefined && last.text.length > lengthMin)
    last.dropEnd(closing.length);
}

function isLong(text: string): boolean {
  return text.length >= (Array.from(text.slice(0, 4)).some(isSpaceless) ? spacelessLengthMin : lengthMin);
}

function datelineLength(head: string): number {
  if (!/^[【(\p{Lu}\p{Script=Han}]/u.test(head) || !/[-–—=(（【:\d]|^\p{Lu}{4}/u.test(head)) return 0;
  for (const pattern of patterns) {
    const found = pattern.exec(head);
    if (found === null) continue;
    const named = found.groups?.['day'];
    if (named === undefined || hasMonth(named)) return found[0].length;
  }
  return 0;
}

function hasMonth(day: string): boolean {
  const words = day.toLowerCase().match(/\p{L}{3,}/gu);
  return (
    words === null ||
    words.some((name) => months.has(name) || [...months].some((month) => month.startsWith(name)))
  );
}
