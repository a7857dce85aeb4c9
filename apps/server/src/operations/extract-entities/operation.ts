import type { RedactionMode } from '@quern/nlp/entities/redaction/redact-entities';
import type { EntityType } from '@quern/nlp/entities/rules/entity-types';
import { findLanguageWarning } from '../../languages/language-support.ts';
import { defineOperation } from '../define-operation.ts';
import examples from './examples.data.json' with { type: 'json' };
import { extractEntitiesInput, extractEntitiesOutput } from './schema.ts';

/** Finds entities in a text. */
export const operation = defineOperation({
  name: 'extract-entities',
  title: 'Extract entities',
  description:
    'Finds people, organizations, places, dates, amounts, addresses, and other entities in a text.',
  consumes: ['application/json'],
  input: extractEntitiesInput,
  primaryInput: 'text',
  output: extractEntitiesOutput,
  errors: ['unsupported_language'],
  plainResult: 'redacted|entities',
  examples,
  quickStartInput: { text: 'Ada Lovelace paid €1,200.50 to Acme Ltd. in London on 10 December 2025.' },
  timeLimitMs: 300_000,
  cost: { resource: 'threads', baseMs: 8, perUnitMs: 0.05, units: ({ text }) => text.length },
  price: { minimum: 1, label: '1 credit per request', compute: () => 1 },
  run: async ({ input: { text, language, referenceDate, redact, ...selection }, engines, signal }) => {
    const result = await engines.pool.run(
      'extractEntities',
      {
        text,
        language,
        referenceTimeMs: referenceDate === undefined ? engines.now() : Date.parse(referenceDate),
        selection,
        redact,
      },
      { signal, jsonFields: largeFields(redact) },
    );
    const { types = nameTypes } = selection;
    const warning = types.some((type) => nameTypes.includes(type))
      ? findLanguageWarning('names', result.language)
      : undefined;
    return { ...result, ...(warning === undefined ? {} : { warnings: [warning] }) };
  },
});

/** Types of entities that only the model finds. */
const nameTypes: readonly EntityType[] = [
  'PERSON',
  'ORGANIZATION',
  'LOCATION',
  'FACILITY',
  'EVENT',
  'WORK_OF_ART',
  'PRODUCT',
];

/** The fields of a result that grow with the text. */
function largeFields(mode: RedactionMode | undefined): readonly ('entities' | 'redacted' | 'mapping')[] {
  if (mode === undefined) return ['entities'];
  return mode === 'pseudonym' ? ['entities', 'redacted', 'mapping'] : ['entities', 'redacted'];
}
