import type { TaskInput, TaskName } from './engine-tasks.ts';

interface TaskCost {
  /** Milliseconds of any input. */
  readonly baseMs: number;
  /** Milliseconds of each UTF-16 unit, or byte, of the input. */
  readonly perUnitMs: number;
  /** Length of the input in UTF-16 units of text, or bytes. */
  readonly units: (input: never) => number;
  /** Up to this length the estimate holds for any input. Formats that can be nested or packed may cost more beyond it. */
  readonly boundedUnits: (input: never) => number;
}

const always = (): number => Number.POSITIVE_INFINITY;

interface HasText {
  readonly text: string;
}

/**
 * What tasks cost on one server core, measured with English news. Only the proportions matter: an estimate
 * decides who is served first, and is corrected by what the task took.
 */
const costs: { readonly [Name in TaskName]: TaskCost } = {
  warmUp: { baseMs: 100, perUnitMs: 0, units: () => 0, boundedUnits: always },
  prepareText: {
    baseMs: 3,
    perUnitMs: 0.0004,
    units: (input: TaskInput<'prepareText'>) =>
      'content' in input ? input.content.length : sum(input.files.map((file) => file.length)),
    boundedUnits: (input: TaskInput<'prepareText'>) => ('content' in input ? Number.POSITIVE_INFINITY : 0),
  },
  summarize: {
    baseMs: 3,
    perUnitMs: 0.0008,
    units: ({ text }: HasText) => text.length,
    boundedUnits: always,
  },
  extractEntities: {
    baseMs: 8,
    perUnitMs: 0.05,
    units: ({ text }: HasText) => text.length,
    boundedUnits: always,
  },
  analyzeSentiment: {
    baseMs: 8,
    perUnitMs: 0.07,
    units: ({ text }: HasText) => text.length,
    boundedUnits: always,
  },
  describeText: { baseMs: 2, perUnitMs: 0.001, units: (text: string) => text.length, boundedUnits: always },
  convertResource: {
    baseMs: 20,
    perUnitMs: 0.001,
    units: ({ body }: TaskInput<'convertResource'>) => body.length,
    boundedUnits: () => 16 * 1024,
  },
  readDocument: {
    baseMs: 30,
    perUnitMs: 0.001,
    units: (bytes: Uint8Array) => bytes.length,
    boundedUnits: () => 0,
  },
};

/** Below this a task may use the slot that is reserved for small tasks, ms. */
const smallMs = 150;

/** Milliseconds that a task is expected to take, and whether it is known to be small. */
export function estimateTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
): { readonly ms: number; readonly isSmall: boolean } {
  const { baseMs, perUnitMs, units, boundedUnits } = costs[name];
  const length = units(input as never);
  const ms = baseMs + perUnitMs * length;
  return { ms, isSmall: ms <= smallMs && length <= boundedUnits(input as never) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
