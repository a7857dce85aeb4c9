import type { TextLine } from '../lines/text-line.ts';

const clock = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s?[ap]\.?m\.?)?`;
const date = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)`;

/** A time at the start of a line: `[00:12:33]`, `(01:02)`, `12/03/2024, 14:05 -`. */
const prefixPattern = new RegExp(
  `^(?:\\[${date}?${clock}\\]|\\(${date}?${clock}\\)|${date}?${clock}(?=\\s|$))(?:\\s*[-–—|>:]+(?=\\s))?\\s*`,
  'i',
);
/** A name with a time after it, on the line before the turn. */
const nameAndTimePattern = new RegExp(`^(\\p{Lu}[^:\\d]{1,40}?)\\s+[[(]?${date}?${clock}[\\])]?:?$`, 'iu');

/** Text that a chat shows in place of a picture or next to a message. */
export const placeholderPattern =
  /^(?:<[^<>]{3,40}>|\(edited\)|\d{1,3} repl(?:y|ies)(?:\s.{0,30})?|(?::[\w+-]{1,30}:\s?\d{0,3}\s?)+|(?:image|video|audio|sticker|GIF|document) omitted)$/i;

/** Share of the lines with a time from which times are not content. */
const shareMin = 0.2;

/** Reads the times of transcripts and chats: they are dropped, and a name before a time is that of the speaker. */
export function markTimes(lines: readonly TextLine[]): void {
  const open = lines.filter((line) => line.isOpen);
  const timed = open.filter((line) => /\d:\d/.test(line.text.slice(0, 80)));
  if (timed.length < 2) return;
  const prefixed = timed.filter((line) => prefixPattern.test(line.text));
  if (prefixed.length >= 2 && prefixed.length >= open.length * shareMin)
    for (const line of prefixed) {
      line.dropStart(prefixPattern.exec(line.text)?.[0].length ?? 0);
      line.startsBlock = true;
    }
  const named = new Map(
    timed
      .map((line) => [line, nameAndTimePattern.exec(line.text)?.[1]] as const)
      .filter(([, name]) => name !== undefined),
  );
  if (named.size < 2) return;
  let speaker: string | undefined;
  for (const line of lines) {
    const name = named.get(line);
    if (name !== undefined) {
      speaker = name.trim();
      line.setAside();
    } else if (line.isOpen && speaker !== undefined) line.speaker ??= speaker;
    if (line.isOpen && line.speaker !== undefined && placeholderPattern.test(line.text)) line.setAside();
  }
}
