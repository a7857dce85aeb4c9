import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Operation } from '../../operations/define-operation.ts';
import { type JsonSchema, toJsonSchema } from '../../operations/to-json-schema.ts';
import { firstPartSchema, jobHandleSchema } from '../results/result-schemas.ts';
import { dryRunArgument, dryRunResultSchema, dryRunSchema } from './call-options.ts';
import { sendsRequests } from './fetches-files.ts';
import { describeFileArgument, findFileArgument } from './read-tool-input.ts';

const objectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.json()).default({}),
  required: z.array(z.string()).optional(),
});

/** Describes an operation as a tool: its name, its price, and the schemas of its arguments and its result. */
export function describeTool(operation: Operation): Tool {
  const { name, title, description, price } = operation;
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
      openWorldHint: sendsRequests(operation),
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
  if (fields.some(([name]) => name === dryRunArgument)) {
    throw new Error(`${operation.name} has an input ${dryRunArgument}, which is an option of each tool`);
  }
  const properties = Object.fromEntries([...fields, [dryRunArgument, dryRunSchema]]);
  return objectSchema.parse({ ...schema, properties });
}

/** The result, its first part if it is too long, or a price; that of a coordinator is the job that it runs as. */
function describeOutput({ output, isCoordinator }: Operation): NonNullable<Tool['outputSchema']> {
  const forms = [firstPartSchema, dryRunResultSchema, ...(isCoordinator ? [jobHandleSchema] : [])];
  return { type: 'object', ...toJsonSchema(z.union([output, ...forms]), 'output') };
}
