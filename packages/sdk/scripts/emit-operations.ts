import type { JsonSchema } from './json-schema.ts';
import { type OpenApiDocument, readOperations, type ServiceOperation } from './openapi-document.ts';
import { emitComment, generatedHeader, pascalCase, sharedTypeName, TypeEmitter } from './type-emitter.ts';

/** Source of `operation-types.ts`: the shared schemas, and the input and result of each operation. */
export function emitOperationTypes(document: OpenApiDocument): string {
  const types = new TypeEmitter();
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    types.declare(sharedTypeName(name), schema, { prefix: name, allowUndefined: false });
  }
  for (const operation of readOperations(document)) {
    const prefix = pascalCase(operation.id);
    types.add(`${prefix}Input`, emitInput(operation, types));
    const description = `Result of \`${operation.id}\`.`;
    types.declare(`${prefix}Data`, { ...operation.result, description }, { prefix, allowUndefined: false });
  }
  return `${generatedHeader("import type { QuernFile } from '../files/quern-file.ts';\n")}${types.source}`;
}

/** The input as one interface or, for an operation that accepts a file too, with two alternatives. */
function emitInput({ id, input, file, primaryInput }: ServiceOperation, types: TypeEmitter): string {
  const prefix = pascalCase(id);
  const options = { prefix, allowUndefined: true };
  const name = `${prefix}Input`;
  if (file === undefined) {
    return `/** Input of \`${id}\`. */\nexport interface ${name} ${types.emitObject(input, name, options)}\n`;
  }
  const properties = Object.entries(input.properties ?? {}).filter(([property]) => property !== primaryInput);
  const common: JsonSchema = { type: 'object', properties: Object.fromEntries(properties) };
  const primary = input.properties?.[primaryInput];
  return [
    `/** Input of \`${id}\`: either \`${primaryInput}\` or \`${file.property}\`. */`,
    `export type ${name} = ${types.emitObject(common, name, options)} & (`,
    '  | {',
    `${emitComment(primary?.description, '      ')}      ${primaryInput}: string;`,
    `      ${file.property}?: undefined;`,
    '    }',
    '  | {',
    `${emitComment(file.description, '      ')}      ${file.property}: QuernFile;`,
    `      ${primaryInput}?: undefined;`,
    '    }',
    ');\n',
  ].join('\n');
}

/** Source of `operations.ts`: descriptors of the operations, and the client's methods. */
export function emitOperations(document: OpenApiDocument): string {
  const operations = readOperations(document);
  const types = operations.flatMap(({ id }) => [`${pascalCase(id)}Data`, `${pascalCase(id)}Input`]).sort();
  const imports = [
    "import { callOperation, getStoredResult, type OperationMethod, type StoredResultMethod } from '../call-operation.ts';",
    "import type { ClientConfig } from '../client-config.ts';",
    "import type { OperationDescriptor } from '../operation-descriptor.ts';",
    "import { type JobMethod, submitJob } from '../submit-job.ts';",
    `import type {\n${types.map((type) => `  ${type},\n`).join('')}} from './operation-types.ts';\n`,
  ].join('\n');
  return `${generatedHeader(imports)}${emitDescriptors(operations)}\n${emitTypes(operations)}\n${emitInterface(operations)}\n${emitMethods(operations)}`;
}

function emitDescriptors(operations: readonly ServiceOperation[]): string {
  const entries = Object.fromEntries(operations.map((operation) => [operation.id, describe(operation)]));
  const json = JSON.stringify(entries, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
  return [
    '/** The operations as data: for programs that offer all of them, such as the command line. */',
    `export const operations = ${json} as const satisfies Readonly<Record<string, OperationDescriptor>>;\n`,
  ].join('\n');
}

/** The value of an OperationDescriptor; see src/operation-descriptor.ts. */
function describe({
  name,
  document,
  input,
  result,
  file,
  primaryInput,
  isJob,
  storedResults,
}: ServiceOperation): object {
  const plainResult = document['x-plain-result'] ?? defaultPlainResult(input, result);
  const properties = Object.entries(input.properties ?? {}).map(([property, schema]) => [
    property,
    {
      ...describeType(schema),
      description: schema.description ?? '',
      required: input.required?.includes(property) === true,
      // The default of an object are the defaults of its fields.
      ...(schema.default === undefined || schema.type === 'object' ? {} : { default: schema.default }),
      ...(schema.enum === undefined ? {} : { values: schema.enum }),
    },
  ]);
  return {
    name,
    summary: document.summary,
    input: Object.fromEntries(properties),
    primaryInput,
    primaryInputKind: primaryInputKind(primaryInput, input.properties?.[primaryInput]),
    ...(file === undefined ? {} : { file }),
    ...(plainResult === undefined ? {} : { plainResult }),
    ...(isJob ? { isJob } : {}),
    ...(storedResults === undefined ? {} : { storedResults }),
  };
}

/** The type of an input property, as programs read it from a text. */
function describeType(schema: JsonSchema): object {
  const choices = schema.anyOf?.map(({ type }) => type);
  if (choices?.includes('integer') && choices.includes('string')) {
    return { type: 'string', acceptsInteger: true };
  }
  const items = schema.items?.anyOf ?? [schema.items];
  const isTextList = schema.type === 'array' && items.some((item) => item?.type === 'string');
  return { type: schema.type === 'array' && !isTextList ? 'json' : schema.type };
}

/**
 * Without `x-plain-result`, the readable part is the first property of the result, if it is a list of objects
 * (entities, links); otherwise it is the whole result. Properties that repeat the input are skipped.
 */
function defaultPlainResult(input: JsonSchema, result: JsonSchema): string | undefined {
  const properties = Object.entries(result.properties ?? {});
  const [name, schema] = properties.find(([property]) => input.properties?.[property] === undefined) ?? [];
  return schema?.type === 'array' && schema.items?.type === 'object' ? name : undefined;
}

/** Whether the primary input is text, a URL, or a URL that may hold the data itself (`data:`). */
function primaryInputKind(property: string, schema: JsonSchema | undefined): string {
  if (!/url$/i.test(property)) return 'text';
  return /\bdata:/.test(schema?.description ?? '') ? 'data-url' : 'url';
}

function emitTypes(operations: readonly ServiceOperation[]): string {
  const members = operations.map(({ id }) => {
    const type = pascalCase(id);
    return `  readonly ${id}: { readonly input: ${type}Input; readonly data: ${type}Data };`;
  });
  return [
    '/** Input and result of each operation, by the name of its method. */',
    `export interface OperationTypes {\n${members.join('\n')}\n}\n`,
  ].join('\n');
}

function emitInterface(operations: readonly ServiceOperation[]): string {
  const members = operations.flatMap(({ id, document, isJob, storedResults }) => {
    const type = pascalCase(id);
    const comment = emitComment(`${document.description ?? document.summary}.`.replace(/\.\.$/, '.'), '  ');
    const method = `${comment}  readonly ${id}: ${isJob ? 'JobMethod' : 'OperationMethod'}<${type}Input, ${type}Data>;`;
    if (storedResults === undefined) return [method];
    return [
      method,
      `  /** Returns an earlier result of \`${id}\` by its id, without a charge, until it expires. */\n  readonly get${type}: StoredResultMethod<${type}Data>;`,
    ];
  });
  return [
    '/** The methods of the operations. Offsets in results are 0-based UTF-16 code units, end exclusive. */',
    `export interface OperationMethods {\n${members.join('\n')}\n}\n`,
  ].join('\n');
}

function emitMethods(operations: readonly ServiceOperation[]): string {
  const members = operations.flatMap(({ id, isJob, storedResults }) => {
    const send = isJob ? 'submitJob' : 'callOperation';
    const method = `    ${id}: (input, options) => ${send}(config, operations.${id}, input, options),`;
    if (storedResults === undefined) return [method];
    const stored = `    get${pascalCase(id)}: (id, options) => getStoredResult(config, '${storedResults}', id, options),`;
    return [method, stored];
  });
  return [
    '/** Creates the methods for a service. */',
    'export function createOperationMethods(config: ClientConfig): OperationMethods {',
    `  return {\n${members.join('\n')}\n  };\n}\n`,
  ].join('\n');
}
