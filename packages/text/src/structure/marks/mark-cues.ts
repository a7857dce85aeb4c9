import type { TextLine } from '../lines/text-line.ts';
import { endsSentence } from '../words/line-shape.ts';

const cuePattern = /^(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}/;
const voicePattern = /^<v(?:\.[\w.]+)?\s+([^<>]{1,100})>/;
/** Sentences of subtitles are collected in paragraphs of about this many characters. */
const paragraphLength = 300;

/**
 * Reads subtitles (SubRip, WebVTT): numbers and times are dropped, and sentences that go on in the next cue are joined.
 *
 * @returns whether the text has cues
 */
export function markCues(lines: readonly TextLine[]): boolean {
  if (!lines.slice(0, 50).some(({ text }) => cuePattern.test(text))) return false;
  let isInCue = false;
  let length = 0;
  let before: TextLine | undefined;
  for (const [index, line] of lines.entries()) {
    if (cuePattern.test(line.text) || ((index === 0 || line.gap !== 'none') && isCueNumber(lines, index))) {
      line.isDropped = true;
      isInCue = true;
    } else if (!isInCue || /^(?:WEBVTT|NOTE|STYLE|REGION)\b/.test(line.text)) line.setAside();
    else {
      markCueText(line);
      if (line.isDropped || line.role !== undefined) continue;
      const isNew =
        line.startsBlock ||
        before === undefined ||
        line.speaker !== undefined ||
        (before.speaker !== undefined && endsSentence(before.text));
      if (!isNew && (!endsSentence(before?.text ?? '') || length < paragraphLength)) {
        line.continuesBlock = true;
        line.speaker = before?.speaker;
      }
      length = line.continuesBlock ? length + line.text.length : line.text.length;
      before = line;
    }
  }
  return true;
}

function isCueNumber(lines: readonly TextLine[], index: number): boolean {
  return (
    /^(?!WEBVTT)\S{1,40}$/.test(lines[index]?.text ?? '') && cuePattern.test(lines[index + 1]?.text ?? '')
  );
}

function markCueText(line: TextLine): void {
  const [tag, voice] = voicePattern.exec(line.text) ?? [];
  if (tag !== undefined) {
    line.speaker = voice?.trim();
    line.dropStart(tag.length);
    if (line.text.endsWith('</v>')) line.dropEnd(4);
  }
  const label = /^(\p{Lu}[\p{Lu} .'-]{1,25}):\s+(?=\S)/u.exec(line.text);
  if (label !== null && line.speaker === undefined) {
    line.speaker = label[1];
    line.startsBlock = true;
    line.dropStart(label[0].length);
  }
  const dash = /^[-–—]\s?(?=\S)/u.exec(line.text);
  if (dash !== null) {
    line.dropStart(dash[0].length);
    line.startsBlock = true;
  }
  if (/^(?:[[(♪♫].*[\])♪♫]|[♪♫].*)$/u.test(line.text)) line.setAside();
}
