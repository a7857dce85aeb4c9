import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestService } from '@quern/testing/service/start-test-service';
import { expect } from 'vitest';
import type { z } from 'zod';
import { summarizeOutput } from '../../apps/server/src/operations/summarize/schema.ts';

export type SummarizeResult = z.output<typeof summarizeOutput>;

const folder = join(import.meta.dirname, 'texts');

/** Names of the texts in `texts`. */
export const textNames: readonly string[] = readdirSync(folder).sort();

/** Reads a text of `texts`. */
export function readText(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** Summarizes a text, sent as JSON. */
export async function summarizeText(
  service: TestService,
  content: string,
  input: { readonly maxLength?: number } = {},
): Promise<SummarizeResult> {
  return readResult(await service.post('summarize', { content, ...input }));
}

/** Summarizes files, sent as a form. */
export async function summarizeFiles(
  service: TestService,
  files: Readonly<Record<string, Uint8Array | string>>,
  fields: Readonly<Record<string, string>> = {},
): Promise<SummarizeResult> {
  const parts: Record<string, string | File> = { ...fields };
  for (const [name, content] of Object.entries(files))
    parts[name] = new File([Buffer.from(content)], 'any-name');
  return readResult(await service.postForm(parts));
}

async function readResult(response: Response): Promise<SummarizeResult> {
  const body = (await response.json()) as { data: unknown };
  expect([response.status, body]).toEqual([200, body]);
  return summarizeOutput.parse(body.data);
}

/** Checks that offsets refer to the summary, and that sentences and sections are in order. */
export function expectConsistent({ summary, sentences, sections = [] }: SummarizeResult): void {
  expect(sentences.length).toBeGreaterThan(0);
  let end = 0;
  let sourceEnd = 0;
  for (const { text, startIndex, endIndex, source } of sentences) {
    expect(summary.slice(startIndex, endIndex)).toBe(text);
    expect(summary.slice(end, startIndex).trim()).toBe('');
    expect(source?.startIndex).toBeGreaterThanOrEqual(sourceEnd);
    end = endIndex;
    sourceEnd = source?.endIndex ?? 0;
  }
  expect(end).toBe(summary.length);
  let sectionEnd = 0;
  for (const section of sections) {
    expect(section.startIndex).toBeGreaterThanOrEqual(sectionEnd);
    expect(section.endIndex).toBeGreaterThan(section.startIndex);
    const selected = sentences.filter(
      ({ source }) =>
        source !== undefined &&
        source.startIndex >= section.startIndex &&
        source.endIndex <= section.endIndex,
    );
    expect(section.selected).toBeLessThanOrEqual(section.sentences);
    if (section.selected > 0) expect(selected).toHaveLength(section.selected);
    sectionEnd = section.endIndex;
  }
}

/** Letters and digits of a text. */
export function lettersOf(text: string): string {
  return text.match(/[\p{L}\p{M}\p{N}]/gu)?.join('') ?? '';
}
