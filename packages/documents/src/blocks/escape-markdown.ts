import { escapeLineStart } from '@quern/runtime/markdown/escape-line-start';
import { type EscapeContext, escapeText, findDelimiters } from '@quern/runtime/markdown/escape-text';

/** Escapes the text of a paragraph or list item; line breaks become hard line breaks. */
export function escapeParagraph(text: string): string {
  const context = contextOf(text, false);
  return text
    .split('\n')
    .map(collapseSpace)
    .filter((line) => line !== '')
    .map((line, index, lines) => {
      // A backslash at the end of a line would be a hard line break.
      const escaped = escapeText(line, '', index < lines.length - 1 ? '\n' : '', context);
      return escapeLineStart(escaped, escaped, index === 0);
    })
    .join('\\\n');
}

/** Escapes the text of a heading, in one line. */
export function escapeHeading(text: string): string {
  const line = collapseSpace(text);
  // A closing sequence of a heading would be dropped.
  return escapeText(line, '', '', contextOf(line, false)).replace(/(^|[ \t])(#+)$/, '$1\\$2');
}

/** Escapes the text of a table cell, in one line. */
export function escapeCell(text: string): string {
  const line = collapseSpace(text);
  return escapeText(line, '', '', contextOf(line, true));
}

function contextOf(text: string, isInTable: boolean): EscapeContext {
  return { delimiters: findDelimiters([text], new Set()), escapesBrackets: false, isInTable };
}

function collapseSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
