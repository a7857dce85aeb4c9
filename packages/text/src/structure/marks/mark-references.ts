import type { TextLine } from '../lines/text-line.ts';
import { referenceTitles } from '../words/word-sets.ts';
import { isPhrase } from './classify-line.ts';

/** An entry with a number or a year, as in bibliographies. */
const entryPattern =
  /^(?:\[\d{1,3}\]|\[[A-Z][A-Za-z+]{1,8}\d{2}[a-z]?\]|\d{1,3}\.|\^)\s.{10,}(?:\b(?:19|20)\d\d\b|https?:|doi)|^\p{Lu}[\p{L}'’-]+,\s(?:\p{Lu}\.[\s-]?){1,3}.{0,200}\(?(?:19|20)\d\d[a-z]?\)?/u;
const definitionPattern = /^\[[^\]\n]{1,200}\]:\s+\S/;

/** Sets bibliographies, definitions of links, and the sections after headings such as "References" aside. */
export function markReferences(lines: readonly TextLine[]): void {
  let level: number | undefined;
  let run: TextLine[] = [];
  const closeRun = () => {
    if (run.length >= 2) for (const line of run) setEntry(line);
    run = [];
  };
  for (const line of lines) {
    if (line.isDropped) continue;
    if (line.role === 'heading') {
      closeRun();
      if (isReferenceTitle(line.text)) level = line.level ?? 2;
      else if (level !== undefined && (line.level ?? 2) <= level) level = undefined;
      continue;
    }
    if (definitionPattern.test(line.text)) {
      setEntry(line);
      line.dropStart(/^\[\^[^\]]+\]:\s*/.exec(line.text)?.[0].length ?? 0);
    } else if (level !== undefined && line.role !== 'aside' && line.speaker === undefined) setEntry(line);
    else if (line.isOpen || line.role === 'item') {
      if (line.text.length < 600 && line.speaker === undefined && entryPattern.test(line.text))
        run.push(line);
      else if (run.length > 0 && line.gap === 'none' && line.indent > 0) run.push(line);
      else closeRun();
    } else closeRun();
  }
  closeRun();
}

function setEntry(line: TextLine): void {
  line.setAside();
  if (line.gap !== 'none' || line.indent === 0) line.startsBlock = true;
}

/** "Notes" may be content, "References" is not. */
function isReferenceTitle(text: string): boolean {
  const title = text.replace(/^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.)\s+/, '');
  return isPhrase(title, referenceTitles) && !/^(?:notes?|nota|notas|sources|note)$/i.test(title);
}
