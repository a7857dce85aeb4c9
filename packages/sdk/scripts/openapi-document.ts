import type { JsonSchema } from './json-schema.ts';

export interface MediaType {
  readonly schema: JsonSchema;
}

export interface ApiParameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>;
  /** Property of the input that the command line takes as its argument; default: the first required one. */
  readonly 'x-primary-input'?: string;
  /** Path of the readable part of the result, such as `text.description`; see `defaultPlainResult`. */
  readonly 'x-plain-result'?: string;
}

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The parts of the service's OpenAPI document that the generator reads. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Partial<Readonly<Record<HttpMethod, ApiOperation>>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters?: Readonly<Record<string, ApiParameter>>;
  };
}

/** An operation of the service (`POST /v0/<name>`) as the generator sees it. */
export interface ServiceOperation {
  readonly id: string;
  /** Last part of its path. */
  readonly name: string;
  readonly document: ApiOperation;
  /** Schema of the JSON body. */
  readonly input: JsonSchema;
  /** Schema of the result, without the envelope and the alternative of a dry run. */
  readonly result: JsonSchema;
  /** Name and description of the file that multipart requests may carry in place of the primary input. */
  readonly file: { readonly property: string; readonly description: string } | undefined;
  readonly primaryInput: string;
  /** Whether it always is a job. */
  readonly isJob: boolean;
  /** Folder of its stored results, such as `scrapes` for `GET /v0/scrapes/{id}`. */
  readonly storedResults: string | undefined;
}

/** The operations of the document, in its order. Throws an Error if one lacks a JSON body or a result. */
export function readOperations({ paths }: OpenApiDocument): ServiceOperation[] {
  return Object.entries(paths).flatMap(([path, { post }]) => {
    if (post?.tags?.includes('operations') !== true) return [];
    const id = post.operationId;
    const input = jsonSchema(post.requestBody?.content, `the body of ${path}`);
    const jobResult = readJobResult(post);
    const data = jsonSchema(post.responses['200']?.content, `the response of ${path}`).properties?.['data'];
    const result = jobResult ?? data?.anyOf?.[0] ?? data;
    if (result === undefined) throw new Error(`the response of ${path} has no data`);
    const primaryInput = post['x-primary-input'] ?? input.required?.[0];
    if (primaryInput === undefined) throw new Error(`no input of ${path} is required`);
    const stored = Object.entries(paths).find(([, item]) => item.get?.operationId === `${id}Again`)?.[0];
    return [
      {
        id,
        name: path.replace(/^(?:\/v0)?\//, ''),
        document: post,
        input,
        result,
        file: readFileProperty(post),
        primaryInput,
        isJob: jobResult !== undefined,
        storedResults: stored === undefined ? undefined : /^(?:\/v0)?\/(\w+)\/\{/.exec(stored)?.[1],
      },
    ];
  });
}

/** The result of an operation that always is a job, as the property `data` of the job; undefined for any other. */
function readJobResult({ responses }: ApiOperation): JsonSchema | undefined {
  const job = responses['202']?.content?.['application/json']?.schema.properties?.['data'];
  return job?.allOf?.[1]?.properties?.['data'];
}

export const isAdminPath = (path: string): boolean => path.startsWith('/admin/');

/** Binary parts named by a number, such as `0.file`, are other spellings of the first one. */
function readFileProperty({ requestBody }: ApiOperation): ServiceOperation['file'] {
  const properties = requestBody?.content['multipart/form-data']?.schema.properties ?? {};
  for (const [property, { format, description = '' }] of Object.entries(properties)) {
    if (format === 'binary' && !/^\d/.test(property)) return { property, description };
  }
  return undefined;
}

/** The JSON schema among the media types; throws an Error that names `place` if there is none. */
export function jsonSchema(
  content: Readonly<Record<string, MediaType>> | undefined,
  place: string,
): JsonSchema {
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`${place} is not described as JSON`);
  return schema;
}
