import type { TextLine } from '../lines/text-line.ts';
import { endsSentence } from '../words/line-shape.ts';

/** Statements, braces, comments, tags, shell commands and stack traces. */
const codePattern = new RegExp(
  [
    '[;{}]$',
    String.raw`^[})\]]+[;,)]*$`,
    String.raw`^(?:import|from|export|package|using|require|include)\s[\w.*{}"'@/ ,-]+(?:;|from\s+['"].*|import\s.*)?$(?<![.!?])`,
    String.raw`^(?:const|let|var|def|class|function|fn|func|pub|public|private|protected|static|return|struct|enum|interface|async|await|elif|else:|try:|except)\b.*(?:[=({:;]|\))$`,
    String.raw`^(?:if|for|while|switch)\s*\(.*\)?\s*\{?$`,
    String.raw`^(?:#include|#define|#!|//|/\*|\*/|<\?|@\w+\()`,
    String.raw`^\$ \S|^(?:sudo|npm|pip|git|docker|cd|curl|apt-get|brew|yarn|cargo)\s[\w./@-]+(?:\s\S+)*$(?<![.!?])`,
    String.raw`^\s*at [\w.$<>]+\(.*\)$|^Traceback|^File ".*", line \d+`,
    String.raw`^[\w.$\[\]'"]+\s*(?:[-+*/|&]?=|:=|=>|->)\s*\S.*[^.!?]$`,
    String.raw`^[\w.]+\([^()]*\)[;,]?$`,
    String.raw`^["'][\w.-]+["']\s*:\s`,
  ].join('|'),
);
const logPattern =
  /^(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d)?|\[?\w{3} [ \d]\d \d\d:\d\d:\d\d|\d{1,3}(?:\.\d{1,3}){3} \S+ \S+ \[|(?:\[|<)?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)(?:\]|>|:|\s\|))/;
/** Characters that only code and formulas have: a cheap test before the pattern. */
const signPattern =
  /[;{}()=<>/$#@"'[\]]|^(?:import|from|sudo|npm|pip|git|docker|cd|curl|brew|yarn|cargo|Traceback|class|try|else|except)/;

/** Sets code and logs aside: at least two adjacent lines, or all lines of a passage. */
export function markCode(lines: readonly TextLine[]): void {
  for (let start = 0; start < lines.length; ) {
    let end = start;
    while (isLogOrCode(lines[end], end > start)) end++;
    const found = lines.slice(start, end);
    if (found.length >= 2 && found.length * 0.5 <= found.filter(({ text }) => isCode(text)).length)
      for (const line of found) line.setAside();
    start = Math.max(end, start + 1);
  }
}

function isLogOrCode(line: TextLine | undefined, isInside: boolean): boolean {
  if (line === undefined || !line.isOpen) return false;
  if (isCode(line.text)) return true;
  // Lines between two statements, such as arguments.
  return (
    isInside && line.indent >= 2 && line.gap === 'none' && !endsSentence(line.text) && line.text.length < 120
  );
}

function isCode(text: string): boolean {
  if (text.length > 300) return false;
  if (/^[\d[<(TDIWEFC\p{Lu}]/u.test(text) && logPattern.test(text)) return true;
  return signPattern.test(text) && codePattern.test(text) && !isProse(text);
}

/** A sentence that happens to end in a semicolon or has an equals sign. */
function isProse(text: string): boolean {
  const words = text.match(/(?:^|\s)\p{L}[\p{L}'’-]*(?=[\s,.;:!?]|$)/gu)?.length ?? 0;
  const signs = text.match(/[(){}[\]=<>;"'$_/\\]/g)?.length ?? 0;
  return words >= 6 && signs <= words / 4;
}

/** Whether a line is a formula: few words among operators and single letters. */
export function isFormula(text: string): boolean {
  if (text.length > 200 || !/[=≈≤≥<>∑∫√±×÷∞∂→⇒∈^\\]/.test(text)) return false;
  if (/^\$\$?[^$]+\$\$?$|^\\[[(].*\\[\])]$/.test(text)) return true;
  const words =
    text.match(/\p{L}{4,}/gu)?.filter((word) => !/^(?:frac|sqrt|text|left|right|cdot|times|sum)$/.test(word))
      .length ?? 0;
  return words <= 1 && /[=≈≤≥∑∫√±×→⇒∈]/.test(text);
}
