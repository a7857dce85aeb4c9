import type { Operation } from '../../operations/define-operation.ts';

/** Returns the operations as the forms of the dashboard need them: a short form of the OpenAPI document. */
export function describeOperations(operations: readonly Operation[]): object[] {
  return operations.map((operation) => ({
    name: operation.name,
    title: operation.title,
    description: operation.description,
    price: operation.price.label,
    primaryInput: operation.primaryInput,
    isJob: operation.isCoordinator === true,
    fields: operation.inputFields.map(({ name, description, isRequired, isTextList, schema, upload }) => ({
      name,
      description,
      isRequired,
      isTextList,
      schema,
      upload,
    })),
    // Those that work without a network come first.
    examples: [
      ...(operation.quickStartInput === undefined ? [] : [operation.quickStartInput]),
      ...operation.examples.map(({ input }) => input),
    ],
  }));
}
