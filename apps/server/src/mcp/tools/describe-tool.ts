import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Operation } from '../../operations/define-operation.ts';
import { type JsonSchema, toJsonSchema } from '../../operations/to-json-schema.ts';
import { firstPartSchema, jobHandleSchema } from '../results/result-schemas.ts';
import { describeFileArgument, findFileArgument } from './read-tool-input.ts';

/** Error codes of operations that send requests to other hosts. */
const fetchErrors = ['fetch_failed', 'fetch_timeout'] as const;

const objectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.json()).default({}),
  required: z.array(z.string()).optional(),
});

/** Describes an operation as a tool: its name, its price, and the schemas of its arguments and its result. */
export function describeTool(operation: Operation): Tool {
  const { name, title, description, price, errors } = operation;
  return {
    name,
    title,
    description: `${description} Price: ${price.label}.`,
    inputSchema: describeInput(operation),
    outputSchema: describeOutput(operation),
    annotations: {
      title,
      // Operations read; only credits change.
      readOnlyHint: true,
      destructiveHint: false,
      // A repeated call is charged again.
      idempotentHint: false,
      openWorldHint: fetchErrors.some((code) => errors.includes(code)),
    },
  };
}

function describeInput(operation: Operation): Tool['inputSchema'] {
  const schema = toJsonSchema(operation.input, 'input');
  const argument = findFileArgument(operation);
  const fields = operation.inputFields.map((field): [string, JsonSchema] =>
    field.name === argument?.field.name
      ? [argument.name, describeFileArgument(argument)]
      : [field.name, field.schema],
  );
  return objectSchema.parse({ ...schema, properties: Object.fromEntries(fields) });
}

/** The result, or its first part if it is too long; that of a coordinator is the job that it runs as. */
function describeOutput({ output, isCoordinator }: Operation): NonNullable<Tool['outputSchema']> {
  const forms = isCoordinator ? [firstPartSchema, jobHandleSchema] : [firstPartSchema];
  return { type: 'object', ...toJsonSchema(z.union([output, ...forms]), 'output') };
}
