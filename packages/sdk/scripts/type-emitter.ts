import type { JsonSchema } from './json-schema.ts';

export interface DeclareOptions {
  /** Prefix of the names of nested types: `Ocr` makes the items of `lines` an `OcrLine`. */
  readonly prefix: string;
  /** Whether optional properties accept `undefined`: true for input, which callers write. */
  readonly allowUndefined: boolean;
}

const lineWidth = 110;
/** Enumerations with more values than this become a named type. */
const inlineEnumMax = 8;

/**
 * Turns JSON Schemas into TypeScript declarations. Nested objects become named interfaces, so that the
 * parts of a result can be named by callers; equal schemas share one declaration.
 *
 * We do not use openapi-typescript: it needs the JavaScript API of TypeScript 5, and leaves inline schemas
 * anonymous (`paths['/map']['post']['responses'][200]...`).
 */
export class TypeEmitter {
  readonly #declarations = new Map<string, string>();
  /** Schemas of the declared names, to detect two different types of one name. */
  readonly #schemas = new Map<string, string>();

  /** All declarations, in the order in which they were completed. */
  get source(): string {
    return [...this.#declarations.values()].join('\n');
  }

  /**
   * Declares an object schema as an interface, or any other schema as a type alias.
   *
   * @returns The name.
   * @throws Error if another schema was declared under the name, or if the schema uses an unknown keyword.
   */
  declare(name: string, schema: JsonSchema, options: DeclareOptions): string {
    const text = JSON.stringify({ ...schema, description: undefined });
    const known = this.#schemas.get(name);
    if (known === text) return name;
    if (known !== undefined) throw new Error(`two different schemas are named ${name}`);
    this.#schemas.set(name, text);
    const comment = emitComment(schema.description, '');
    const isInterface = schema.type === 'object' && schema.properties !== undefined;
    const parent = name === sharedTypeName(options.prefix) ? options.prefix : name;
    const body = isInterface
      ? `interface ${name} ${this.emitObject(schema, parent, options)}\n`
      : `type ${name} =${spaced(this.#emit(schema, name, options, '', true))};\n`;
    this.#declarations.set(name, `${comment}export ${body}`);
    return name;
  }

  /** Adds a declaration that was written elsewhere. */
  add(name: string, declaration: string): void {
    this.#declarations.set(name, declaration);
  }

  /**
   * The members of an object schema in braces.
   *
   * @param parent Name of the type that contains it, which names its enumerations.
   */
  emitObject(schema: JsonSchema, parent: string, options: DeclareOptions, indent = ''): string {
    const inner = `${indent}  `;
    const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const isRequired = schema.required?.includes(name) === true;
      const type = this.#emitProperty(name, property, parent, options, inner);
      const value = isRequired || !options.allowUndefined ? type : `${type} | undefined`;
      const key = `${propertyKey(name)}${isRequired ? '' : '?'}:`;
      const description = property.description ?? property.anyOf?.[0]?.description;
      return `${emitComment(description, inner)}${inner}${key}${spaced(value)};`;
    });
    return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`;
  }

  #emitProperty(
    name: string,
    schema: JsonSchema,
    parent: string,
    options: DeclareOptions,
    indent: string,
  ): string {
    if (schema.type === 'object' && schema.properties !== undefined) {
      return this.declare(nestedName(schema, name, options.prefix), schema, options);
    }
    if (schema.type === 'array' && schema.items?.type === 'object' && schema.items.properties !== undefined) {
      const item = nestedName(schema.items, singular(name), options.prefix);
      return `${this.declare(item, schema.items, options)}[]`;
    }
    return this.#emit(schema, `${parent}${pascalCase(name)}`, options, indent);
  }

  /** A schema as a type expression; long enumerations are declared as `name`. */
  #emit(
    schema: JsonSchema,
    name: string,
    options: DeclareOptions,
    indent: string,
    isDeclaration = false,
  ): string {
    if (schema.$ref !== undefined) return sharedTypeName(schema.$ref.split('/').at(-1) ?? '');
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum !== undefined) {
      if (schema.enum.length > inlineEnumMax && !isDeclaration) {
        return this.#declareEnum(schema.title ?? name, { enum: schema.enum }, options);
      }
      return union(schema.enum.map(literal), indent);
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) {
      return union(
        choices.map((choice) => this.#emitProperty(name, choice, '', options, indent)),
        indent,
      );
    }
    if (Array.isArray(schema.type)) {
      const types = schema.type.map((type: string) => this.#emit({ ...schema, type }, name, options, indent));
      return union(types, indent);
    }
    switch (schema.type) {
      case 'string':
        return schema.format === 'date-time' && options.allowUndefined ? 'Date | string' : 'string';
      case 'boolean':
      case 'null':
        return schema.type;
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return this.#emitArray(schema, name, options, indent);
      case 'object':
        return this.#emitRecord(schema, name, options, indent);
      default:
        throw new Error(`cannot emit the schema ${JSON.stringify(schema).slice(0, 200)}`);
    }
  }

  /** Reuses the name of an equal enumeration, such as the error codes of two error formats. */
  #declareEnum(name: string, schema: JsonSchema, options: DeclareOptions): string {
    const text = JSON.stringify(schema);
    for (const [known, other] of this.#schemas) if (other === text) return known;
    return this.declare(name, schema, options);
  }

  #emitArray(schema: JsonSchema, name: string, options: DeclareOptions, indent: string): string {
    const prefix = options.allowUndefined ? 'readonly ' : '';
    if (schema.items === undefined) return `${prefix}unknown[]`;
    const item = this.#emit(schema.items, singular(name), options, indent);
    return /[|\n]/.test(item) ? `${prefix}(${item})[]` : `${prefix}${item}[]`;
  }

  #emitRecord(schema: JsonSchema, name: string, options: DeclareOptions, indent: string): string {
    const values = schema.additionalProperties;
    if (schema.properties !== undefined || typeof values !== 'object') {
      return this.emitObject(schema, name, options, indent);
    }
    // An object of any values, such as the result of a job, which can be that of any operation.
    if (Object.keys(values).length === 0) return 'Record<string, unknown>';
    const keys = schema.propertyNames?.enum === undefined ? { type: 'string' } : schema.propertyNames;
    return `Record<${this.#emit(keys, `${name}Key`, options, indent)}, ${this.#emit(values, name, options, indent)}>`;
  }
}

/** The first lines of a generated file. */
export const generatedHeader = (imports: string): string =>
  `// Generated from openapi.json by packages/sdk/scripts/generate.ts. Do not edit.\n// biome-ignore-all format: generated\n${imports}\n`;

/** `Error` would hide the global class. */
export const sharedTypeName = (name: string): string => (name === 'Error' ? 'ErrorBody' : name);

export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[-_])([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** `OcrLine` for an item of `lines`; `Entity`, not `ExtractEntitiesEntity`, where the prefix ends in the plural. */
function nestedName(schema: JsonSchema, property: string, prefix: string): string {
  if (schema.title !== undefined) return schema.title;
  const name = pascalCase(property);
  const plural = name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
  return prefix.endsWith(plural) ? name : `${prefix}${name}`;
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return name.endsWith('s') ? name.slice(0, -1) : name;
}

/** A description as a documentation comment that ends in a line break; empty without a description. */
export function emitComment(description: string | undefined, indent: string): string {
  if (description === undefined) return '';
  const lines = description.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function union(types: readonly string[], indent: string): string {
  const isString = types.includes('string');
  const distinct = [...new Set(types)].filter((type) => !isString || !type.startsWith("'"));
  const line = distinct.join(' | ');
  if (line.length + indent.length <= lineWidth || line.includes('\n')) return line;
  return distinct.map((type) => `\n${indent}  | ${type}`).join('');
}

/** A type after `:` or `=`; a union over several lines begins on the next one. */
const spaced = (type: string): string => (type.startsWith('\n') ? type : ` ${type}`);

const literal = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value);

const propertyKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));
