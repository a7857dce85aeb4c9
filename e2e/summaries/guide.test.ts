import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@quern/testing/repository-root';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarizeFiles } from './summary-client.ts';

const guide = readFileSync(join(repositoryRoot, 'docs/guide/summaries.md'), 'utf8');
/** A command with a file of this repository, and its output. */
const examplePattern =
  /```sh\nquern summarize --file (\S+\.\w+)(?: --max-length (\d+))?\n```\n\n```text\n(.*)\n```/g;
const examples = [...guide.matchAll(examplePattern)].map(([, file = '', maxLength, output = '']) => ({
  file,
  maxLength,
  output,
}));

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('the guide to summaries', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(2);
  });

  it.each(examples)('shows the summary of $file', async ({ file, maxLength, output }) => {
    const bytes = readFileSync(join(repositoryRoot, file));
    const fields: Record<string, string> = maxLength === undefined ? {} : { maxLength };
    expect((await summarizeFiles(service, { file: bytes }, fields)).summary).toBe(output);
  });
});
