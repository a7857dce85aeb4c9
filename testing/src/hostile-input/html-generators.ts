import type { HostileGenerator } from './generator/hostile-generator.ts';
import { attributePages } from './html/attribute-pages.ts';
import { blockPages } from './html/block-pages.ts';
import { characterPages } from './html/character-pages.ts';
import { nestingPages } from './html/nesting-pages.ts';
import { scriptPages } from './html/script-pages.ts';
import { tablePages } from './html/table-pages.ts';

const pages = [nestingPages, tablePages, blockPages, characterPages, attributePages, scriptPages];

/** Pages that made the parser, extraction or the conversion to Markdown slow, or that could. */
export const htmlGenerators: readonly HostileGenerator[] = pages.flatMap((makers) =>
  Object.entries(makers).map(([name, [size, generate]]) => ({ name, kind: 'html' as const, size, generate })),
);
