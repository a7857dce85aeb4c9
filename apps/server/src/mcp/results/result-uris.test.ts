import { describe, expect, it } from 'vitest';
import { crawlPagesUri, jobJsonUri, jobResultUri, keptTextUri, parseResultUri } from './result-uris.ts';

describe('parseResultUri', () => {
  it('parses the URIs that results have', () => {
    expect(parseResultUri(keptTextUri('extract-entities', 'out_1'))).toEqual({
      kind: 'text',
      operation: 'extract-entities',
      id: 'out_1',
    });
    expect(parseResultUri(jobResultUri('job_1'))).toEqual({ kind: 'job', id: 'job_1' });
    expect(parseResultUri(jobJsonUri('job_1'))).toEqual({ kind: 'job-json', id: 'job_1' });
    expect(parseResultUri(crawlPagesUri('job_1'))).toEqual({ kind: 'pages', id: 'job_1' });
    expect(parseResultUri('quern://files/file_1')).toEqual({ kind: 'file', id: 'file_1' });
  });

  it.each([
    '',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'quern://files/../../etc/passwd',
    'quern://files/a?b',
    'quern://jobs/job_1',
    'quern://jobs/job_1/result\n',
    'quern://jobs/job_1/resultxjson',
    'quern://results/convert/%00',
    `quern://files/${'a'.repeat(100)}`,
  ])('does not parse %j', (uri) => {
    expect(parseResultUri(uri)).toBeUndefined();
  });
});
