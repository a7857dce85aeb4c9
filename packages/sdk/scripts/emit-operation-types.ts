import { emitComment, emitType, type JsonSchema } from './emit-type.ts';

interface MediaContent {
  readonly 'application/json'?: { readonly schema: JsonSchema };
}

interface OperationDocument {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: { readonly content: MediaContent };
  readonly responses: Readonly<Record<string, { readonly content: MediaContent }>>;
}

/** What the emitter reads of the service's OpenAPI document. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly post?: OperationDocument }>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const header = `// Made from openapi.json by packages/sdk/scripts/generate-types.ts: change the service's schemas, not this file.
// biome-ignore-all format: generated
`;

/** The source of operation-types.ts: input and data of each POST operation, the shared schemas, and all paths. */
export function emitOperationTypes({ paths, components }: OpenApiDocument): string {
  const parts = [header];
  for (const [name, schema] of Object.entries(components.schemas)) {
    const options = { resolveTypeName: sharedName, allowUndefined: false };
    parts.push(declare(sharedName(name), schema, emitType(schema, options)));
  }
  const operations = Object.entries(paths).flatMap(([path, { post }]) => (post ? [{ path, post }] : []));
  for (const { path, post } of operations) {
    const name = post.operationId.replace(/^./, (first) => first.toUpperCase());
    const input = jsonSchema(post.requestBody?.content, `the body of ${path}`);
    const inputType = emitType(input, { resolveTypeName: sharedName, allowUndefined: true });
    parts.push(declare(`${name}Input`, { description: `${post.summary}: what is sent.` }, inputType));
    const data = resultSchema(post, path);
    const dataType = emitType(data, { resolveTypeName: sharedName, allowUndefined: false });
    parts.push(declare(`${name}Data`, { description: `${post.summary}: the result.` }, dataType));
  }
  return parts.join('\n');
}

/** The result proper: the first choice of the envelope's `data`; the second is the answer to a dry run. */
function resultSchema(operation: OperationDocument, path: string): JsonSchema {
  const data = jsonSchema(operation.responses['200']?.content, `the answer of ${path}`).properties?.['data'];
  const result = data?.anyOf?.[0] ?? data;
  if (result === undefined) throw new Error(`the answer of ${path} has no data`);
  return result;
}

function jsonSchema(content: MediaContent | undefined, place: string): JsonSchema {
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`${place} is not described as JSON`);
  return schema;
}

const declare = (name: string, { description }: JsonSchema, type: string): string =>
  `${emitComment(description, '')}export interface ${name} ${type}\n`;

/** `Error` would hide the language's own. */
const sharedName = (name: string): string => (name === 'Error' ? 'ErrorBody' : name);
