/** Addresses of what results consist of. */
export type ResultUri =
  | { readonly kind: 'text'; readonly operation: string; readonly id: string }
  | { readonly kind: 'job'; readonly id: string }
  | { readonly kind: 'job-json'; readonly id: string }
  | { readonly kind: 'pages'; readonly id: string }
  | { readonly kind: 'file'; readonly id: string };

/** Returns the URI of a text that is kept. */
export const keptTextUri = (operation: string, id: string): string => `quern://results/${operation}/${id}`;

/** Returns the URI of the text of the result of a job. */
export const jobResultUri = (id: string): string => `quern://jobs/${id}/result`;

/** Returns the URI of all fields of the result of a job. */
export const jobJsonUri = (id: string): string => `quern://jobs/${id}/result.json`;

/** Returns the URI of the pages of a crawl. */
export const crawlPagesUri = (id: string): string => `quern://jobs/${id}/pages`;

/** The forms of the URIs, as RFC 6570 templates. */
export const resultUriTemplates = [
  {
    uriTemplate: 'quern://jobs/{id}/result',
    name: 'job-result',
    title: 'Result of a job',
    description: 'The result of a job, as text: its Markdown, summary or translation, else JSON',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'quern://jobs/{id}/result.json',
    name: 'job-result-fields',
    title: 'Fields of the result of a job',
    description: 'The result of a job with all its fields, as JSON',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'quern://jobs/{id}/pages',
    name: 'crawl-pages',
    title: 'Pages of a crawl',
    description: 'The pages of a crawl so far, as Markdown',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: 'quern://results/{operation}/{id}',
    name: 'result',
    title: 'Long result',
    description: 'The text of a result that was too long for one message',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'quern://files/{id}',
    name: 'file',
    title: 'File of a result',
    description: 'A file that is part of a result, such as a picture of a document',
  },
] as const;

const forms =
  /^quern:\/\/(?:results\/([a-z-]{1,40})\/(\w{1,80})|jobs\/(\w{1,80})\/(result|result\.json|pages)|files\/(\w{1,80}))$/;

const jobKinds: ReadonlyMap<string | undefined, 'pages' | 'job-json'> = new Map([
  ['pages', 'pages'],
  ['result.json', 'job-json'],
] as const);

/** Parses the URI of a result. @returns undefined if it has none of the forms */
export function parseResultUri(uri: string): ResultUri | undefined {
  const [, operation, textId, jobId, part, fileId] = forms.exec(uri) ?? [];
  if (operation !== undefined && textId !== undefined) return { kind: 'text', operation, id: textId };
  if (jobId !== undefined) return { kind: jobKinds.get(part) ?? 'job', id: jobId };
  return fileId === undefined ? undefined : { kind: 'file', id: fileId };
}
