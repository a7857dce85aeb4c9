import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findExports } from './find-exports.ts';

/**
 * Prints random exported functions with their docstrings, to review a sample by reading it.
 *
 * Usage: `npm run review:functions -- [count]`; default: five.
 */
function main(count: number): void {
  const root = resolve(import.meta.dirname, '..');
  const functions = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts'], { cwd: root })
    .filter((file) => !/\.test\.ts$|\/(?:fixtures|testing|generated)\//.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return findExports(source)
        .filter(({ kind }) => kind === 'function')
        .map((declaration) => ({ ...declaration, file, text: functionText(source, declaration.line) }));
    });
  for (let drawn = 0; drawn < count && functions.length > 0; drawn += 1) {
    const [chosen] = functions.splice(Math.floor(Math.random() * functions.length), 1);
    if (chosen === undefined) continue;
    const { file, line, docstring = '(no docstring)', text } = chosen;
    console.log(`── ${file}:${line}\n${docstring.replace(/^/gm, '  ')}\n\n${text}\n`);
  }
}

/** The lines of a function: up to the closing brace in the first column. */
function functionText(source: string, line: number): string {
  const lines = source.split('\n').slice(line - 1);
  const end = lines.findIndex((text, index) => index > 0 && text.startsWith('}'));
  return lines.slice(0, Math.max(1, end + 1)).join('\n');
}

main(Number(process.argv[2] ?? 5));
