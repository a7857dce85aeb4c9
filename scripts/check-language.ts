import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Checks that identifiers, comments, messages and documents use the field's terms in American English: reads
 * every tracked text file and reports each match of the patterns in banned-words.data.json, one line each, with
 * what to write instead. Exits with 1 if there is any.
 *
 * Sample texts are data, not prose: string literals of tests are skipped except for their titles, and so are
 * fixtures, data files and recorded results.
 */
interface BannedWord {
  /** Case-insensitive regular expression without delimiters; word boundaries are added around it. */
  readonly pattern: string;
  readonly write: string;
  /** Phrases in which the word is standard, such as "wall clock". */
  readonly except?: readonly string[];
}

interface Vocabulary {
  readonly words: readonly BannedWord[];
  /** Substrings of identifiers, camel case included, that are banned in source files. */
  readonly identifiers: readonly BannedWord[];
  /** Files that must name a banned word, with the reason. */
  readonly allowed: readonly {
    readonly file: string;
    readonly words: readonly string[];
    readonly why: string;
  }[];
}

const root = resolve(import.meta.dirname, '..');
const vocabulary = JSON.parse(
  readFileSync(join(import.meta.dirname, 'banned-words.data.json'), 'utf8'),
) as Vocabulary;

const checked = /\.(ts|mjs|py|md|sh|json)$|^\.ci\/run$/;
const skipped =
  /(^|\/)(fixtures|pages|results)\/|\.data\.json$|package(-lock)?\.json$|^LICENSE|banned-words|(^|\/)(lexicon|model)\//;

const compiled = vocabulary.words.map((word) => ({
  ...word,
  find: new RegExp(`\\b(?:${word.pattern})\\b`, 'gi'),
  allowedPhrase: word.except?.length ? new RegExp(word.except.join('|'), 'gi') : undefined,
}));
const identifierRules = vocabulary.identifiers.map((word) => ({
  ...word,
  find: new RegExp(word.pattern, 'g'),
  allowedPhrase: word.except?.length ? new RegExp(word.except.join('|'), 'g') : undefined,
}));

/** Blanks the string literals of a test's line unless the line is a title. */
function proseOf(line: string, isTest: boolean): string {
  if (!isTest || /^\s*(?:it|test|describe)(?:\.\w+)*\(/.test(line)) return line;
  return line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`?/g, "''");
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 24,
})
  .split('\n')
  .filter((file) => checked.test(file) && !skipped.test(file));

let hits = 0;
for (const file of files) {
  const allowed = new Set(
    vocabulary.allowed.filter((entry) => entry.file === file).flatMap((entry) => entry.words),
  );
  const isTest = /\.test\.ts$/.test(file);
  const isSource = /\.(ts|mjs|py)$/.test(file);
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const prose = proseOf(line, isTest);
    for (const rule of isSource ? [...compiled, ...identifierRules] : compiled) {
      const text = rule.allowedPhrase === undefined ? prose : prose.replace(rule.allowedPhrase, '');
      for (const match of text.matchAll(rule.find)) {
        if (allowed.has(match[0].toLowerCase())) continue;
        console.error(`${file}:${index + 1} "${match[0]}" → ${rule.write}`);
        hits += 1;
      }
    }
  }
}
if (hits > 0) {
  console.error(`${hits} banned words. The list and its exceptions are in scripts/banned-words.data.json.`);
  process.exitCode = 1;
}
