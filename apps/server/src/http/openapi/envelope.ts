type Json = Record<string, unknown>;

/** Returns the schema of a successful response, around that of its data. */
export const envelopeSchema = (data: object): Json => ({
  type: 'object',
  required: ['success', 'data'],
  properties: { success: { const: true }, data },
});

/** Describes the content of a successful response. */
export const describeData = (data: object): Json => ({
  'application/json': { schema: envelopeSchema(data) },
});
