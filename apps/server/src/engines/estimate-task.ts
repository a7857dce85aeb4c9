import type { TaskEstimate } from '@quern/runtime/pool/pool-task';
import type { TaskInput, TaskName } from './engine-tasks.ts';

interface TaskCost<Input> {
  /** Milliseconds of any input. */
  readonly baseMs: number;
  /** Milliseconds per UTF-16 unit, or byte, of the input. */
  readonly perUnitMs: number;
  /** Length of the input in UTF-16 units of text, or bytes. */
  readonly units: (input: Input) => number;
  /** Length up to which the estimate holds for any input. Longer nested or packed formats may cost more. */
  readonly boundedUnits: (input: Input) => number;
}

interface HasText {
  readonly text: string;
}

const unbounded = (): number => Number.POSITIVE_INFINITY;
const textLength = ({ text }: HasText): number => text.length;

/**
 * Costs on one server core, measured with English news. Only the proportions matter: an estimate decides which task is
 * next and is corrected by the measured time.
 */
const costs: { readonly [Name in TaskName]: TaskCost<TaskInput<Name>> } = {
  warmUp: { baseMs: 100, perUnitMs: 0, units: () => 0, boundedUnits: unbounded },
  prepareText: {
    baseMs: 3,
    perUnitMs: 0.0004,
    units: (input) =>
      'content' in input
        ? input.content.length
        : input.files.reduce((total, { bytes }) => total + bytes.length, 0),
    boundedUnits: (input) => ('content' in input ? Number.POSITIVE_INFINITY : 0),
  },
  summarize: { baseMs: 3, perUnitMs: 0.0008, units: textLength, boundedUnits: unbounded },
  planSummary: { baseMs: 3, perUnitMs: 0.0008, units: textLength, boundedUnits: unbounded },
  checkSummary: { baseMs: 40, perUnitMs: 0.003, units: textLength, boundedUnits: () => 100_000 },
  extractEntities: { baseMs: 8, perUnitMs: 0.05, units: textLength, boundedUnits: unbounded },
  analyzeSentiment: { baseMs: 8, perUnitMs: 0.07, units: textLength, boundedUnits: unbounded },
  segmentText: { baseMs: 2, perUnitMs: 0.001, units: (text) => text.length, boundedUnits: unbounded },
  analyzeResource: {
    baseMs: 20,
    perUnitMs: 0.001,
    units: ({ body }) => body.length,
    boundedUnits: () => 16 * 1024,
  },
  readPageLinks: {
    baseMs: 1,
    perUnitMs: 0.00001,
    units: (json) => json.length,
    boundedUnits: unbounded,
  },
  chunkMarkdown: {
    baseMs: 2,
    perUnitMs: 0.0006,
    units: (markdown) => markdown.length,
    boundedUnits: unbounded,
  },
  describeDocument: {
    baseMs: 20,
    perUnitMs: 0.0002,
    units: ({ bytes }) => bytes.length,
    boundedUnits: () => 0,
  },
  convertDocument: {
    baseMs: 30,
    perUnitMs: 0.001,
    units: ({ bytes }) => bytes.length,
    boundedUnits: () => 0,
  },
  // Some Markdown takes far more time than its length suggests.
  prepareTranslation: {
    baseMs: 4,
    perUnitMs: 0.003,
    units: textLength,
    boundedUnits: ({ format }) => (format === 'text' ? Number.POSITIVE_INFINITY : 2048),
  },
  assembleTranslation: {
    baseMs: 2,
    perUnitMs: 0.002,
    units: ({ source }) => source.length,
    boundedUnits: ({ format }) => (format === 'text' ? Number.POSITIVE_INFINITY : 2048),
  },
};

/** A task expected to take less than this may use the thread that is reserved for small tasks. */
const smallMs = 150;

/** Estimates the duration of a task and whether it is certain to be small. */
export function estimateTask<Name extends TaskName>(name: Name, input: TaskInput<Name>): TaskEstimate {
  const { baseMs, perUnitMs, units, boundedUnits }: TaskCost<TaskInput<Name>> = costs[name];
  const length = units(input);
  const ms = baseMs + perUnitMs * length;
  return { ms, isSmall: ms <= smallMs && length <= boundedUnits(input) };
}
