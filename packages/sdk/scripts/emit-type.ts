/** The part of JSON Schema (draft 2020-12) that the service's document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly const?: string | number | boolean | null;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly anyOf?: readonly JsonSchema[];
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
}

export interface EmitOptions {
  /** Turns the last part of a `$ref` into the name of its type. */
  readonly resolveTypeName: (schemaName: string) => string;
  /** Whether optional properties may also be given as `undefined`: true of what callers write. */
  readonly allowUndefined: boolean;
}

const lineWidth = 110;

/** A schema as a TypeScript type. Throws on a keyword it does not know, so that nothing is emitted too wide. */
export function emitType(schema: JsonSchema, options: EmitOptions, indent = ''): string {
  if (schema.$ref !== undefined) return options.resolveTypeName(schema.$ref.split('/').at(-1) ?? '');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map(literal), indent);
  if (schema.anyOf !== undefined) {
    return union(
      schema.anyOf.map((option) => emitType(option, options, indent)),
      indent,
    );
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return emitArray(schema, options, indent);
    case 'object':
      return emitObject(schema, options, indent);
    default:
      throw new Error(`cannot emit the schema ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

function emitArray(schema: JsonSchema, options: EmitOptions, indent: string): string {
  if (schema.items === undefined) return 'unknown[]';
  const item = emitType(schema.items, options, indent);
  return /[|\n]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function emitObject(schema: JsonSchema, options: EmitOptions, indent: string): string {
  const values = schema.additionalProperties;
  if (schema.properties === undefined && typeof values === 'object') {
    const names = schema.propertyNames?.enum === undefined ? { type: 'string' } : schema.propertyNames;
    return `Record<${emitType(names, options, indent)}, ${emitType(values, options, indent)}>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const required = schema.required?.includes(name) === true;
    const type = emitType(property, options, inner);
    const value = required || !options.allowUndefined ? type : `${type} | undefined`;
    const key = `${propertyName(name)}${required ? '' : '?'}:${value.startsWith('\n') ? '' : ' '}`;
    return `${emitComment(property.description, inner)}${inner}${key}${value};`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** A description as a documentation comment that ends in a line break, or nothing. */
export function emitComment(description: string | undefined, indent: string): string {
  if (description === undefined) return '';
  const lines = description.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function union(types: readonly string[], indent: string): string {
  const line = types.join(' | ');
  if (line.length + indent.length <= lineWidth || line.includes('\n')) return line;
  return types.map((type) => `\n${indent}  | ${type}`).join('');
}

const literal = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value);

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));
