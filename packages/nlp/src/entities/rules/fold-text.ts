/** Code points of the digit zero of each decimal system outside ASCII in the Basic Multilingual Plane (Unicode, `Nd`). */
const zeros: readonly number[] = (() => {
  const found: number[] = [];
  for (let codePoint = 0x80; codePoint <= 0xffff; codePoint += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(codePoint))) continue;
    found.push(codePoint);
    codePoint += 9;
  }
  return found;
})();

/** Signs with the meaning of an ASCII character. Fullwidth commas stay: they separate clauses, not digits. */
const signs: ReadonlyMap<string, string> = new Map([
  ...([
    // A capital dotted I, whose lower case has two characters.
    ['\u0130', 'I'],
    ['\u066a', '%'],
    ['\u066b', '.'],
    ['\u066c', ','],
    ['\u3000', ' '],
    ['\u301c', '~'],
    ['\uffe5', '\u00a5'],
    ['\uffe1', '\u00a3'],
    ['\uffe0', '\u00a2'],
    ['\uffe6', '\u20a9'],
  ] as const),
  ...Array.from(
    { length: 0x5e },
    (_, at) => [String.fromCodePoint(0xff01 + at), String.fromCodePoint(0x21 + at)] as const,
  ).filter(([wide]) => wide !== '\uff0c'),
]);

const foldable = /[\u0130\u0660-\u066c\u06f0-\u06f9\u07c0-\u1c59\u3000\u301c\ua620-\uffe6]/;
const foldableCharacter =
  /[\u0130\u066a-\u066c\u3000\u301c\uff01-\uff0b\uff0d-\uff5e\uffe0\uffe1\uffe5\uffe6]|(?=[\u0080-\uffff])\p{Nd}/gu;

/**
 * Replaces decimal digits of all scripts and fullwidth forms by their ASCII equivalents, so that rules read `٣٫٥` and
 * `１２：３０` as they read `3.5` and `12:30`. Each character is replaced by one of the same length: offsets stay valid.
 */
export function foldText(text: string): string {
  if (!foldable.test(text)) return text;
  const grouped = text.replace(/(?<=[\uff10-\uff19])\uff0c(?=[\uff10-\uff19]{3})/g, ',');
  return grouped.replace(
    foldableCharacter,
    (character) => signs.get(character) ?? digitOf(character) ?? character,
  );
}

function digitOf(character: string): string | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  const zero = zeros.findLast((start) => start <= codePoint);
  return zero === undefined || codePoint - zero > 9 ? undefined : String(codePoint - zero);
}
