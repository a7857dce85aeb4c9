import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderFigures, renderTemplate } from './scorecard/render.ts';
import { Results } from './scorecard/results.ts';
import { tables } from './scorecard/tables.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const template = read('eval/scorecard.template.md');

const sample = new Results(
  new Map([
    [
      'demo',
      { figures: { share: 0.12345, count: 12_345, nested: { 'a-b': 2 } }, versions: { '@x/y': '1.2.3' } },
    ],
  ]),
);

describe('SCORECARD.md', () => {
  it('is what "npm run scorecard" renders from the results', () => {
    expect(read('SCORECARD.md')).toBe(renderTemplate(template, Results.read()));
  });

  it('has no table row in its template that is not rendered from a result', () => {
    expect(template.split('\n').filter((line) => line.trimStart().startsWith('|'))).toEqual([]);
  });

  it('has no decimal figure in its template that is not rendered from a result', () => {
    const prose = template
      .replace(/```[\s\S]*?```/g, '')
      .replace(/\{\{[^}]*\}\}|`[^`]*`/g, '')
      .replace(/95 % confidence/g, '');
    expect(prose.match(/\d\.\d+|\d ?%/g)).toBeNull();
  });

  it('names only scripts that exist', () => {
    const scripts = Results.read()
      .evalResults()
      .map(([, { script }]) => script);
    for (const script of scripts) expect(read(script)).toContain('writeResult');
  });
});

describe.each(['README.md', 'docs/guide/many-nodes.md'])('%s', (name) => {
  it('has the figures that "npm run scorecard" renders from the results', () => {
    const document = read(name);
    expect(document).toBe(renderFigures(document, Results.read()));
  });
});

describe('renderTemplate', () => {
  it('fills in values with their format', () => {
    const text =
      '{{value:demo.figures.share|.3}} {{value:demo.figures.share|%1}} {{value:demo.figures.count|,}} {{value:demo.figures.count|2s}} {{value:demo.figures.nested.a-b}} {{value:demo.versions.@x/y}}';
    expect(renderTemplate(text, sample)).toBe('0.123 12.3 % 12,345 12,000 2 1.2.3');
  });

  it('throws for a figure, a result, a table or a format that does not exist', () => {
    expect(() => renderTemplate('{{value:demo.figures.other}}', sample)).toThrow('no field "other"');
    expect(() => renderTemplate('{{value:nothing.figures.a}}', sample)).toThrow('no result');
    expect(() => renderTemplate('{{table:nothing}}', sample)).toThrow('no table "nothing"');
    expect(() => renderTemplate('{{value:demo.figures.share|x}}', sample)).toThrow('unknown format');
    expect(() => renderTemplate('{{value:demo.versions.@x/y|.2}}', sample)).toThrow('not a number');
  });
});

describe('renderFigures', () => {
  const results = Results.read();
  const table = (name: string) => tables[name]?.(results) ?? '';

  it('returns a document without markers unchanged', () => {
    expect(renderFigures('# Title\n\nText.\n', results)).toBe('# Title\n\nText.\n');
  });

  it('replaces the content of each marker and keeps the markers', () => {
    const document =
      'a\n<!-- figures:documents -->\nold\n<!-- /figures -->\nb\n<!-- figures:start --><!-- /figures -->\n';
    const rendered = renderFigures(document, results);
    expect(rendered).toBe(
      `a\n<!-- figures:documents -->\n${table('documents')}\n<!-- /figures -->\nb\n<!-- figures:start -->\n${table('start')}\n<!-- /figures -->\n`,
    );
    expect(renderFigures(rendered, results)).toBe(rendered);
  });

  it('throws for an unknown table and for an unclosed marker', () => {
    expect(() => renderFigures('<!-- figures:nothing --><!-- /figures -->', results)).toThrow('no table');
    expect(() => renderFigures('<!-- figures:documents -->\n', results)).toThrow('not closed');
  });

  it('renders every table from the recorded results', () => {
    for (const render of Object.values(tables)) expect(render(results)).toMatch(/^\| .+\n\| -/);
  });
});
