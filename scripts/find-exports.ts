/** An exported declaration of a source file. */
export interface ExportedDeclaration {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'const' | 'enum';
  /** Line of the declaration, from 1. */
  readonly line: number;
  /** The docstring directly above it, without comment markers; undefined if there is none. */
  readonly docstring: string | undefined;
}

const declarationPattern =
  /^export (?:declare )?(?:async )?(?:abstract )?(function|class|interface|type|const|let|enum)\*? (\w+)/;
const overloadPattern = /^export (?:async )?function (\w+)/;

/**
 * Finds the exported declarations of a TypeScript source and their docstrings. The source must be formatted by
 * Biome: declarations start in the first column, so that no parser is needed (TypeScript 7 has no JavaScript API).
 */
export function findExports(source: string): ExportedDeclaration[] {
  const lines = source.split('\n');
  const found: ExportedDeclaration[] = [];
  for (const [index, line] of lines.entries()) {
    const [, keyword, name] = declarationPattern.exec(line) ?? [];
    if (keyword === undefined || name === undefined) continue;
    const previous = found.at(-1);
    // Overloads and the implementation of a function share the docstring of the first one.
    if (previous?.name === name && overloadPattern.test(line)) continue;
    const kind = keyword === 'let' ? 'const' : (keyword as ExportedDeclaration['kind']);
    found.push({ name, kind, line: index + 1, docstring: docstringAbove(lines, index) });
  }
  return found;
}

/** Comments for Biome may stand between the docstring and the declaration. */
function docstringAbove(lines: readonly string[], declaration: number): string | undefined {
  let end = declaration - 1;
  while (lines[end]?.startsWith('// biome-ignore')) end -= 1;
  if (!lines[end]?.endsWith('*/')) return undefined;
  let start = end;
  while (start > 0 && !lines[start]?.startsWith('/*')) start -= 1;
  if (!lines[start]?.startsWith('/**')) return undefined;
  return lines
    .slice(start, end + 1)
    .map((line) =>
      line
        .replace(/\*\/$/, '')
        .replace(/^\/\*\*|^ \*/, '')
        .trim(),
    )
    .join('\n')
    .trim();
}
