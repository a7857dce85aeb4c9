import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defects } from './check-summary.ts';
import type { ReadableText } from './collect-texts.ts';
import type { CheckedSummary } from './summarize-and-check.ts';

/** A text with its summaries. */
export interface CheckedText {
  readonly input: ReadableText;
  readonly summaries: readonly CheckedSummary[];
}

/** Renders a page without external resources: summaries with their defects, next to the text with the selected ranges. */
export function renderPage(texts: readonly CheckedText[]): string {
  const read = (file: string) => readFileSync(join(import.meta.dirname, 'page', file), 'utf8');
  const genres = [...new Set(texts.map(({ input }) => input.genre))].sort();
  const options = (names: readonly string[]) =>
    names.map((name) => `<option>${escapeHtml(name)}</option>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Summaries</title><style>${read('page.css')}</style>
<header><h1>${texts.length} texts</h1>
<label>Genre <select id="genre"><option value="">all</option>${options(genres)}</select></label>
<label>Defect <select id="defect"><option value="">all texts</option><option value="*">any</option>${options(defects)}</select></label>
<label>Length <select id="length">${lengthOptions(texts)}</select></label> <output id="count"></output></header>
<main>${texts.map(renderText).join('\n')}</main><script>${read('page.js')}</script></html>`;
}

function lengthOptions(texts: readonly CheckedText[]): string {
  const lengths = texts[0]?.summaries.map(({ maxLength }) => maxLength) ?? [];
  return lengths.map((length, index) => `<option value="${index}">${length ?? 'default'}</option>`).join('');
}

function renderText({ input, summaries }: CheckedText, number: number): string {
  const { name, genre, language, text } = input;
  return `<article data-genre="${escapeHtml(genre)}"><h2>${number + 1}. ${escapeHtml(name)} <small>${escapeHtml(genre)}, ${escapeHtml(language)}, ${text.length} characters</small></h2>
${summaries.map((summary, index) => renderSummary(summary, index, { number, textLength: text.length })).join('')}
<pre class="source" lang="${escapeHtml(language)}">${renderSource(text, summaries, number)}</pre></article>`;
}

function renderSummary(
  { sentences, defects: found, truncated, summary }: CheckedSummary,
  index: number,
  { number, textLength }: { readonly number: number; readonly textLength: number },
): string {
  const marks = sentences.map(({ source }, at) => {
    const left = (100 * (source?.startIndex ?? 0)) / textLength;
    return `<i style="left:${left.toFixed(2)}%" title="${at + 1}"></i>`;
  });
  const items = sentences.map(({ text }, at) => {
    const flags = (found[at] ?? []).map((defect) => `<b>${defect}</b>`).join(' ');
    return `<li><a href="#${anchor(number, index, at)}">${escapeHtml(text)}</a> ${flags}</li>`;
  });
  const allDefects = [...new Set(found.flat())].join(' ');
  return `<section data-length="${index}" data-defects="${allDefects}"><div class="bar">${marks.join('')}</div>
<ol>${items.join('')}</ol><small>${summary.length} characters${truncated ? ', truncated' : ''}</small></section>`;
}

/** The source, cut at every start and end of a selected range. */
function renderSource(text: string, summaries: readonly CheckedSummary[], number: number): string {
  const ranges = summaries.flatMap(({ sentences }, index) =>
    sentences.flatMap(({ source }, at) => (source === undefined ? [] : [{ ...source, index, at }])),
  );
  const cuts = [
    ...new Set([0, ...ranges.flatMap(({ startIndex, endIndex }) => [startIndex, endIndex]), text.length]),
  ];
  cuts.sort((left, right) => left - right);
  return cuts
    .slice(0, -1)
    .map((start, position) => {
      const part = escapeHtml(text.slice(start, cuts[position + 1]));
      const covering = ranges.filter(({ startIndex, endIndex }) => startIndex <= start && start < endIndex);
      if (covering.length === 0) return part;
      const anchors = covering
        .filter(({ startIndex }) => startIndex === start)
        .map(({ index, at }) => `<a id="${anchor(number, index, at)}"></a>`);
      const lengths = [...new Set(covering.map(({ index }) => `in${index}`))].join(' ');
      return `${anchors.join('')}<mark class="${lengths}">${part}</mark>`;
    })
    .join('');
}

function anchor(number: number, index: number, at: number): string {
  return `t${number}-${index}-${at}`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
