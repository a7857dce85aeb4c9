import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../../operations/define-operation.ts';
import { uploadField } from '../../operations/input-fields.ts';
import { operation as scrape } from '../../operations/scrape/operation.ts';
import { actionSchema } from '../../scrape-options/action-fields.ts';
import { scrapeFormats } from '../../scrape-options/scrape-options.ts';
import { curlExample, curlFileExample } from './curl-example.ts';
import { renderErrorIndexPage, renderErrorPage } from './error-pages.ts';
import { renderReferencePage } from './reference-page.ts';

const operation = defineOperation({
  name: 'convert',
  title: 'Convert <b>',
  description: 'Converts "documents" & images.',
  consumes: ['multipart/form-data', 'application/json'],
  input: z.strictObject({
    text: z.string().optional().describe('Text with `code`'),
    files: uploadField({ part: 'document', bytesMax: 100 }).optional().describe('A file'),
    format: z.enum(['html', 'text']).default('html').describe('Format'),
    pages: z.int().min(1).max(9).describe('Number of pages'),
    scale: z.number().optional(),
    fast: z.boolean().default(true),
    tags: z.array(z.string()).max(5).optional(),
    kinds: z.array(z.enum(['a', 'b'])).optional(),
    terms: z
      .array(
        z.strictObject({ source: z.string().max(20).describe('Term'), exact: z.boolean().default(true) }),
      )
      .optional(),
    wait: z.union([z.int().max(1000), z.string()]).optional(),
  }),
  primaryInput: 'text',
  output: z.object({}),
  examples: [{ input: { text: `it's <script>`, pages: 2, tags: ['a'] }, output: { html: '<script>' } }],
  timeLimitMs: 1000,
  price: { minimum: 1, label: '1 credit', compute: () => 1 },
  run: async () => ({}),
});

describe('renderReferencePage', () => {
  const page = renderReferencePage([operation], 'https://quern.example');
  const scrapePage = renderReferencePage([scrape], 'https://quern.example');
  const body = page.slice(page.indexOf('<body>'));

  it('lists the endpoints that are not operations, with their parameters', () => {
    for (const endpoint of [
      'GET /v0/jobs/{id}/events',
      'POST /v0/batches',
      'DELETE /v0/webhooks/{id}',
      'GET /v0/usage',
    ]) {
      expect(body).toContain(`<h3><code>${endpoint}</code></h3>`);
    }
    expect(body).toContain(
      '<tr><td><code>overlapSeconds</code></td><td>integer <span class="place">body</span></td><td>How long',
    );
    expect(body).toContain(
      '<tr><td><code>url</code></td><td>string, required <span class="place">body</span></td>',
    );
    expect(body).toContain(
      '<tr><td><code>id</code></td><td>string, required <span class="place">path</span></td>',
    );
    for (const [, target = ''] of body.matchAll(/href="#([\w-]+)"/g))
      expect(body).toContain(`id="${target}"`);
  });

  it('lists the values of formats and actions of scrape', () => {
    const [, row = ''] = /<code>formats<\/code><\/td>(.*?)<\/tr>/s.exec(scrapePage) ?? [];
    for (const format of scrapeFormats) expect(row).toContain(`<code>${format}</code>`);
    const [, actions = ''] = /<code>actions<\/code><\/td>(.*?)<\/tr>/s.exec(scrapePage) ?? [];
    for (const option of actionSchema.options) {
      for (const field of Object.keys(option.shape).filter((name) => name !== 'type')) {
        expect(actions).toContain(`<code>${field}</code>`);
      }
      expect(actions).toContain(`<code>${option.shape.type.value}</code>`);
    }
  });

  it('escapes titles, descriptions, and examples', () => {
    expect(body).toContain('Convert &lt;b&gt;');
    expect(body).toContain('Converts &quot;documents&quot; &amp; images.');
    expect(body).not.toContain('<script>');
  });
  it('has no inline script, style or handler, and loads nothing from elsewhere', () => {
    for (const html of [page, scrapePage, renderErrorIndexPage(), renderErrorPage('missing_key')]) {
      expect(html).not.toMatch(/<style|<script(?![^>]* src=)|\sstyle=|\son\w+=/);
      for (const [, address = ''] of html.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)) {
        expect(address).toMatch(/^(?:\/docs\/assets\/|data:,$)/);
      }
    }
  });
  it('lists each parameter with its type, description, and default', () => {
    expect(body).toContain('<td><code>text</code></td><td>string</td><td>Text with <code>code</code>.</td>');
    expect(body).toContain(
      '<td><code>document</code></td><td>file</td><td>A file. Several files are the parts',
    );
    expect(body).toContain('<td><code>pages</code></td><td>integer, required</td>');
    expect(body).toContain(
      'Format. Values: <code>html</code>, <code>text</code>. Default: <code>html</code>.</td>',
    );
    expect(body).toContain('<td>integer, required</td><td>Number of pages. 1 to 9.</td>');
    expect(body).toContain('<td><code>tags</code></td><td>list of strings</td><td> At most 5 items.</td>');
    expect(body).toContain('<td><code>wait</code></td><td>integer or string</td>');
  });
  it('lists the values and the fields of nested parameters', () => {
    expect(body).toContain('<td> Values: <code>a</code>, <code>b</code>.</td>');
    expect(body).toContain('<td>list of objects</td>');
    expect(body).toContain('<li><code>source</code> (string, required): Term. At most 20 characters.</li>');
    expect(body).toContain('<li><code>exact</code> (boolean). Default: <code>true</code>.</li>');
  });
  it('links the errors of each operation, and lists those of all', () => {
    const errors = /Errors: (.*?)<\/p>/s.exec(
      scrapePage.slice(scrapePage.indexOf('<section id="scrape">')),
    )?.[1];
    expect(errors).toContain('<a href="/docs/errors/fetch_failed"><code>fetch_failed</code></a>');
    expect(errors).toContain('<a href="#requests">all operations</a>');
    const common = body.slice(body.indexOf('id="requests"'), body.indexOf('id="convert"'));
    for (const text of ['Idempotency-Key', 'X-Dry-Run', 'X-Credits-Used', 'docs/errors/insufficient_credits'])
      expect(common).toContain(text);
  });
  it('has every recorded example, and the command that sends a file', () => {
    expect(scrapePage.split('Example response').length - 1).toBe(scrape.examples.length * 2);
    expect(body).toContain('-F document=@document.pdf</pre>');
    expect(body).toContain('the parts <code>0.document</code>, <code>1.document</code>');
  });
  it('has an input of the right type for each field', () => {
    expect(body).toContain(
      '<textarea name="text" data-type="string" rows="6" data-primary>it\'s &lt;script&gt;</textarea>',
    );
    expect(body).toContain('<input type="file" name="document" data-type="file" multiple>');
    expect(body).toMatch(/<select name="format".*<option>html<\/option>/);
    expect(body).toContain(
      '<input type="number" step="1" name="pages" data-type="number" value="2" min="1" max="9" required>',
    );
    expect(body).toContain('step="any" name="scale"');
    expect(body).toContain('<input type="checkbox" name="fast" data-type="boolean" checked>');
    expect(body).toContain('<textarea name="tags" data-type="lines" rows="3">a</textarea>');
    expect(body).toContain('<fieldset data-type="choices" name="kinds"><legend>kinds</legend>');
    expect(body).toContain('<textarea name="terms" data-type="json" rows="3"></textarea>');
  });
});

describe('curlExample', () => {
  const target = { baseUrl: 'https://quern.example', key: 'KEY' };

  it('sends JSON if the operation accepts it, quoted for a shell', () => {
    expect(curlExample(operation, operation.examples[0]?.input ?? {}, target)).toBe(
      `curl https://quern.example/v0/convert -H "Authorization: Bearer KEY" -H "Content-Type: application/json" -d '{"text":"it'\\''s <script>","pages":2,"tags":["a"]}'`,
    );
  });
  it('sends a file as a part of a form', () => {
    expect(curlFileExample('convert', 'document', target)).toBe(
      'curl https://quern.example/v0/convert -H "Authorization: Bearer KEY" -F document=@document.pdf',
    );
  });
  it('sends a form if the operation does not accept JSON', () => {
    const example = { input: { text: 'a; b' }, output: {} };
    const formOnly = { ...operation, consumes: ['multipart/form-data'] as const, examples: [example] };
    expect(curlExample(formOnly, example.input, target)).toBe(
      `curl https://quern.example/v0/convert -H "Authorization: Bearer KEY" --form-string 'text=a; b'`,
    );
  });
});

describe('the error pages', () => {
  it('list every code, ordered by status', () => {
    const statuses = [...renderErrorIndexPage().matchAll(/<tr><td>(\d+)<\/td>/g)].map(([, status]) =>
      Number(status),
    );
    expect(statuses.length).toBeGreaterThan(40);
    expect(statuses).toEqual([...statuses].sort((left, right) => left - right));
  });
  it('show the description and the resolution of a code', () => {
    const page = renderErrorPage('missing_key');
    expect(page).toContain('401 · Missing API key');
    expect(page).toContain('<code>Bearer &lt;API_KEY&gt;</code>');
  });
});
