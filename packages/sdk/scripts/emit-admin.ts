import type { JsonSchema } from './json-schema.ts';
import {
  type ApiOperation,
  type HttpMethod,
  isAdminPath,
  jsonSchema,
  type OpenApiDocument,
} from './openapi-document.ts';
import { emitComment, generatedHeader, pascalCase, sharedTypeName, TypeEmitter } from './type-emitter.ts';

/** An operation of the admin API, and how the client's method for it looks. */
interface AdminOperation {
  /** `keys` and `create` for `admin.keys.create`. */
  readonly group: string;
  readonly method: string;
  readonly httpMethod: HttpMethod;
  readonly path: string;
  readonly summary: string;
  /** Name of the id in an input object, such as `accountId`; undefined if the path has no id. */
  readonly idName: string | undefined;
  /** Properties of the body or of the query; undefined if there are none. */
  readonly input: JsonSchema | undefined;
  readonly inputType: string;
  /** The only property of the response, which the method returns. */
  readonly resultField: string;
  readonly resultType: string;
}

/** Methods that are not named after their operation's verb and noun: entries are the history of credits. */
const methodNames: Readonly<Record<string, string>> = {
  listEntries: 'credits.entries',
  listAuditEntries: 'audit.list',
  getSystem: 'system.get',
  getKeyUsage: 'usage.byKey',
};

/** Source of `admin.ts`: types of the inputs, the interface of the admin API, and its methods. */
export function emitAdmin(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    isAdminPath(path)
      ? Object.entries(item).map(([method, operation]) =>
          readAdminOperation(path, method as HttpMethod, operation),
        )
      : [],
  );
  const types = new TypeEmitter();
  for (const { input, inputType, summary } of operations) {
    if (input === undefined) continue;
    const description = `Input of: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.`;
    types.declare(inputType, { ...input, description }, { prefix: inputType, allowUndefined: true });
  }
  const shared = [...new Set(operations.map(({ resultType }) => resultType.replace('[]', '')))].filter(
    (name) => Object.keys(document.components.schemas).includes(name),
  );
  const imports = [
    "import { type AdminCallOptions, callAdmin } from '../call-admin.ts';",
    "import type { ClientConfig } from '../client-config.ts';",
    `import type { ${shared.sort().join(', ')} } from './operation-types.ts';\n`,
  ].join('\n');
  const groups = Map.groupBy(operations, ({ group }) => group);
  return `${generatedHeader(imports)}${types.source}\n${emitInterface(groups)}\n${emitMethods(groups)}`;
}

function readAdminOperation(path: string, httpMethod: HttpMethod, operation: ApiOperation): AdminOperation {
  const { operationId, summary, requestBody, responses, parameters = [] } = operation;
  const [, verb = operationId, noun = ''] = /^([a-z]+)([A-Z]\w*)$/.exec(operationId) ?? [];
  const named = methodNames[operationId]?.split('.');
  const plural = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`.replace(/(?<!s)$/, 's');
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const response = jsonSchema(success?.content, `the response of ${path}`);
  const [[resultField, result] = [], ...others] = Object.entries(response.properties ?? {});
  if (resultField === undefined || result === undefined || others.length > 0) {
    throw new Error(`the response of ${httpMethod} ${path} must have one property`);
  }
  const isQuery = requestBody === undefined;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const input = isQuery ? querySchema(query) : requestBody.content['application/json']?.schema;
  const resource = /\/(\w+?)s\/\{/.exec(path)?.[1];
  return {
    group: named?.[0] ?? plural,
    method: named?.[1] ?? verb,
    httpMethod,
    path,
    summary,
    idName: resource === undefined ? undefined : `${resource}Id`,
    input,
    inputType: `${pascalCase(operationId)}${isQuery ? 'Options' : 'Input'}`,
    resultField,
    resultType: typeOf(result),
  };
}

/** Query parameters as the properties of one object. */
function querySchema(parameters: NonNullable<ApiOperation['parameters']>): JsonSchema | undefined {
  if (parameters.length === 0) return undefined;
  const properties = parameters.map(({ name = '', description, schema = {} }) => [
    name,
    description === undefined ? schema : { ...schema, description },
  ]);
  const required = parameters.flatMap(({ name = '', required = false }) => (required ? [name] : []));
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return sharedTypeName(schema.$ref.split('/').at(-1) ?? '');
  if (schema.type === 'array' && schema.items !== undefined) return `${typeOf(schema.items)}[]`;
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string' || schema.type === 'boolean') return schema.type;
  throw new Error(`cannot name the type of ${JSON.stringify(schema).slice(0, 200)}`);
}

/** Required input has the id among its properties; otherwise the id is the first parameter. */
const takesIdInInput = ({ idName, input }: AdminOperation): boolean =>
  idName !== undefined && (input?.required?.length ?? 0) > 0;

function emitParameters(operation: AdminOperation): string {
  const { idName, input, inputType } = operation;
  const isRequired = (input?.required?.length ?? 0) > 0;
  const type = takesIdInInput(operation) ? `${inputType} & { readonly ${idName}: string }` : inputType;
  return [
    ...(idName === undefined || takesIdInInput(operation) ? [] : [`${idName}: string`]),
    ...(input === undefined ? [] : [`input${isRequired ? '' : '?'}: ${type}`]),
    'options?: AdminCallOptions',
  ].join(', ');
}

function emitInterface(groups: ReadonlyMap<string, readonly AdminOperation[]>): string {
  const members = [...groups].map(([group, operations]) => {
    const methods = operations.map(
      (operation) =>
        `${emitComment(`${operation.summary}.`, '    ')}    readonly ${operation.method}: (${emitParameters(operation)}) => Promise<${operation.resultType}>;`,
    );
    return `  readonly ${group}: {\n${methods.join('\n')}\n  };`;
  });
  return `/** The methods of the admin API. */\nexport interface AdminMethods {\n${members.join('\n')}\n}\n`;
}

function emitMethods(groups: ReadonlyMap<string, readonly AdminOperation[]>): string {
  const members = [...groups].map(
    ([group, operations]) => `    ${group}: {\n${operations.map(emitMethod).join('\n')}\n    },`,
  );
  return [
    '/** Creates the methods for a service. */',
    'export function createAdminMethods(config: ClientConfig): AdminMethods {',
    `  return {\n${members.join('\n')}\n  };\n}\n`,
  ].join('\n');
}

function emitMethod(operation: AdminOperation): string {
  const { method, httpMethod, path, idName, input, resultField } = operation;
  const inInput = takesIdInInput(operation);
  const parameters = [
    ...(idName === undefined || inInput ? [] : [idName]),
    ...(input === undefined ? [] : [inInput ? `{ ${idName}, ...input }` : 'input']),
    'options',
  ];
  const request = [
    `method: '${httpMethod.toUpperCase()}'`,
    `path: '${path}'`,
    ...(idName === undefined ? [] : [`id: ${idName}`]),
    ...(input === undefined ? [] : ['input']),
    `resultField: '${resultField}'`,
  ];
  return `      ${method}: (${parameters.join(', ')}) => callAdmin(config, { ${request.join(', ')} }, options),`;
}
