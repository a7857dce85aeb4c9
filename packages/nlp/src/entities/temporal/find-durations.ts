import type { EntityCandidate } from '../entity-candidate.ts';
import type { Numeral } from '../numeric/find-numerals.ts';
import { alternation, cachedRegex, matchAt, wordEnd, wordStart } from '../regex-builder.ts';
import type { LexiconLanguage, RuleContext } from '../rule-context.ts';
import { calendarWords, parseTimeUnit, timeUnitSource } from './calendar-words.ts';

/** A part of a duration: `[1, 'H']`, or the upper end of a range with it. */
interface Part {
  readonly value: number;
  readonly upper?: number;
  readonly unit: string;
  /** As written, to keep `1.50`. */
  readonly written: string;
  readonly spelled: boolean;
}

const order = ['Y', 'MO', 'W', 'D', 'H', 'M', 'S'];
/** What a half and a quarter of a unit are. */
const half = new Map(Object.entries({ H: [30, 'M'], Y: [6, 'MO'], D: [12, 'H'], M: [30, 'S'] } as const));
const quarter = new Map(Object.entries({ H: [15, 'M'], Y: [3, 'MO'], D: [6, 'H'], M: [15, 'S'] } as const));

/** DURATION (ISO 8601, `PT1H30M`; a range `P2D/P3D`): an amount of a unit, several in falling order, a half after it. */
export function findDurations(
  text: string,
  amounts: readonly Numeral[],
  context: RuleContext,
): EntityCandidate[] {
  const byStart = new Map(amounts.map((amount) => [amount.startIndex, amount]));
  const found: EntityCandidate[] = [];
  const inOrder = [...amounts].sort((a, b) => a.startIndex - b.startIndex);
  for (const language of context.lexiconLanguages) {
    let end = 0;
    for (const amount of inOrder) {
      if (amount.startIndex < end || (amount.language !== undefined && amount.language !== language))
        continue;
      const candidate = durationAt(text, amount, byStart, language);
      if (candidate === undefined) continue;
      found.push(candidate);
      end = candidate.endIndex;
    }
    found.push(...phrases(text, language));
  }
  return found.concat([...inShort(text)]);
}

function durationAt(
  text: string,
  first: Numeral,
  byStart: ReadonlyMap<number, Numeral>,
  language: LexiconLanguage,
): EntityCandidate | undefined {
  const words = calendarWords(language);
  const parts: Part[] = [];
  let [amount, end]: [Numeral | undefined, number] = [first, first.startIndex];
  while (amount !== undefined && parts.length < 6) {
    const unit = matchAt(text, amount.endIndex, sourcesOf(language).unit);
    const named = parseTimeUnit(unit?.[1] ?? '', words);
    if (unit === null || named === undefined) break;
    // "An HR number"
    if (amount.form === 'article' && /^\p{Lu}{2,}$/u.test(unit[1] ?? '')) break;
    const [, count = '1', kind = ''] = /^(\d+)?(\D+)$/.exec(named) ?? [];
    const rank = order.indexOf(kind === 'DEC' || kind === 'CEN' ? 'Y' : kind);
    const before = parts.at(-1);
    // "three days, and two weeks ago" are two.
    if (before !== undefined && order.indexOf(before.unit) >= rank) break;
    parts.push(partOf(amount, kind, Number(count)));
    end = amount.endIndex + unit[0].length;
    const joint = matchAt(text, end, jointSource);
    const rest = afterUnit(text, end, language);
    if (rest !== undefined) {
      const more = (rest.isHalf ? half : quarter).get(kind);
      if (more === undefined) break;
      parts.push({ value: more[0], written: String(more[0]), unit: more[1], spelled: true });
      end = rest.endIndex;
      break;
    }
    amount = joint === null ? undefined : byStart.get(end + joint[0].length);
  }
  const value = isoDuration(withoutHalves(parts));
  if (value === undefined || isIdle(first, parts) || isRate(text, first)) return undefined;
  return {
    startIndex: first.startIndex,
    endIndex: end,
    type: 'DURATION',
    confidence: confidenceOf(first),
    value,
  };
}

function confidenceOf({ form }: Numeral): number {
  return form === 'digits' || form === 'words' ? 0.9 : 0.75;
}

/** "a second", "un día de estos", "one day": as often no span of time. */
function isIdle({ form }: Numeral, parts: readonly Part[]): boolean {
  const unit = parts[0]?.unit;
  const single = form === 'article' || form === 'pronoun';
  return single && parts.length === 1 && (unit === 'S' || unit === 'D' || unit === 'M');
}

/** "240 kilometers an hour", "twice a year": the unit that is counted in. */
function isRate(text: string, { startIndex, form }: Numeral): boolean {
  const rated =
    /(?:times|once|twice|mal|fois|veces|vezes|volte|keer|kilomet\p{L}+|miles?|dollars?|euros?|cents?|barrels|percent|tons|hours?|days?|weeks?|months|%)[\s\u00a0]$/iu;
  return form === 'article' && rated.test(text.slice(Math.max(0, startIndex - 16), startIndex));
}

function partOf(amount: Numeral, kind: string, count: number): Part {
  const years = kind === 'DEC' ? 10 : kind === 'CEN' ? 100 : 1;
  const unit = years > 1 ? 'Y' : kind;
  const factor = years * count;
  const value = Number(amount.value) * factor;
  return {
    value,
    written: factor === 1 ? amount.value : String(value),
    unit,
    spelled: amount.form !== 'digits',
    ...(amount.upper !== undefined && { upper: Number(amount.upper) * factor }),
  };
}

function afterUnit(text: string, at: number, language: LexiconLanguage) {
  const source = sourcesOf(language).fraction;
  const match = source === undefined ? null : matchAt(text, at, source);
  return match === null ? undefined : { endIndex: at + match[0].length, isHalf: match[1] !== undefined };
}

const jointSource = `(?:,?[\\s\\u00a0](?:and|und|et|y|e|en)[\\s\\u00a0]|,?[\\s\\u00a0])`;
const sources = new Map<LexiconLanguage, { readonly unit: string; readonly fraction: string | undefined }>();

function sourcesOf(language: LexiconLanguage) {
  const known = sources.get(language);
  if (known !== undefined) return known;
  const words = calendarWords(language);
  const { halfAfter, quarterAfter } = words;
  const quarters = quarterAfter.length > 0 ? `|${alternation(quarterAfter)}` : '';
  const made = {
    unit: `(?:[\\s\\u00a0-]|['’])(${timeUnitSource(words)})${wordEnd}`,
    fraction:
      halfAfter.length === 0 ? undefined : `[\\s\\u00a0](?:(${alternation(halfAfter)})${quarters})${wordEnd}`,
  };
  sources.set(language, made);
  return made;
}

/** "Anderthalb Stunden" and "half an hour" are told in whole units; 1.5 hours stays as it is written. */
function withoutHalves(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => {
    const smaller = half.get(part.unit);
    if (part.value % 1 !== 0.5 || smaller === undefined || !part.spelled) return [part];
    const [count, unit] = smaller;
    const whole = Math.floor(part.value);
    const rest = { value: count, written: String(count), unit, spelled: true };
    return whole === 0 ? [rest] : [{ ...part, value: whole, written: String(whole) }, rest];
  });
}

function isoDuration(parts: readonly Part[]): string | undefined {
  if (parts.length === 0) return undefined;
  const [first] = parts;
  if (first?.upper !== undefined && parts.length === 1)
    return `${isoParts([first])}/${isoParts([{ ...first, written: String(first.upper) }])}`;
  return isoParts(parts);
}

function isoParts(parts: readonly Part[]): string {
  const written = (units: readonly string[]) =>
    units
      .flatMap((unit) =>
        parts.filter((part) => part.unit === unit).map((part) => `${part.written}${unit[0]}`),
      )
      .join('');
  const time = written(order.slice(4));
  return `P${written(order.slice(0, 4))}${time === '' ? '' : `T${time}`}`;
}

function* phrases(text: string, language: LexiconLanguage): Generator<EntityCandidate> {
  const { durations } = calendarWords(language);
  const values = new Map(Object.entries(durations).map(([name, value]) => [name.toLowerCase(), value]));
  for (const match of text.matchAll(cachedRegex(`${wordStart}${alternation(values.keys())}${wordEnd}`))) {
    const value = values.get(match[0].toLowerCase().replace(/\s/g, ' '));
    const endIndex = match.index + match[0].length;
    if (value !== undefined)
      yield { startIndex: match.index, endIndex, type: 'DURATION', confidence: 0.85, value };
  }
}

const short =
  /(?<![\p{L}\p{N}_.,:-])(?:(\d{1,4})[ ]?h[ ]?)?(?:(\d{1,4})[ ]?min[ ]?)?(?:(\d{1,5}(?:\.\d{1,3})?)[ ]?(?:sec|s))?(?<=\p{L})(?![\p{L}\p{N}_/-])/gu;

/** 2h 30min, 45 min, 30s. */
function* inShort(text: string): Generator<EntityCandidate> {
  for (const match of text.matchAll(short)) {
    if (match[0].length < 2) continue;
    const parts = [match[1], match[2], match[3]].flatMap((written, at) =>
      written === undefined
        ? []
        : [{ value: Number(written), written, unit: ['H', 'M', 'S'][at] ?? 'S', spelled: false }],
    );
    const value = isoDuration(parts);
    const endIndex = match.index + match[0].trimEnd().length;
    if (value !== undefined)
      yield { startIndex: match.index, endIndex, type: 'DURATION', confidence: 0.75, value };
  }
}
