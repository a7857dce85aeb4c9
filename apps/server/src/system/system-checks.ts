import type { EngineState } from './engine-state.ts';

/** The subjects of the checks. */
export const checkNames = [
  'database',
  'bucket',
  'dataFolder',
  'modelsFolder',
  'browser',
  'results',
  'translation',
] as const;
/** `warning`: the service works, but not all of it. */
export const checkStatuses = ['ok', 'warning', 'failed'] as const;

/** A check of this node. */
export interface SystemCheck {
  readonly name: (typeof checkNames)[number];
  readonly status: (typeof checkStatuses)[number];
  /** The problem and its fix; empty if there is none. */
  readonly fix: string;
}

/** The state that the checks depend on. */
export interface CheckInput {
  readonly status: 'ok' | 'slow' | 'failed';
  /** Undefined if there is no bucket. */
  readonly bucket: 'ok' | 'slow' | 'failed' | undefined;
  /** Lines that begin with the name of a setting. */
  readonly settingProblems: readonly string[];
  readonly results: { readonly bytes: number; readonly bytesMax: number };
  readonly engines: readonly Pick<EngineState, 'name' | 'isEnabled'>[];
  /** Number of installed translation models. */
  readonly translationModels: number;
  readonly isOffline: boolean;
}

/** Results are removed early above this share of the space for them. */
const fullShare = 0.9;

/** Compares the state of a node with what it should be. */
export function toChecks(input: CheckInput): SystemCheck[] {
  const { settingProblems, results, engines, translationModels, isOffline } = input;
  const problemOf = (setting: string): string =>
    settingProblems.filter((line) => line.startsWith(`${setting}:`)).join('\n');
  const has = (name: EngineState['name']): boolean =>
    engines.some((engine) => engine.name === name && engine.isEnabled);
  const browser = problemOf('QUERN_CHROMIUM');
  const canTranslate = has('llm') || translationModels > 0 || !isOffline;
  return [
    check('database', 'failed', databaseFix(input, problemOf('DATABASE_URL'))),
    ...(input.bucket === undefined ? [] : [check('bucket', 'failed', bucketFix(input.bucket))]),
    check('dataFolder', 'failed', problemOf('QUERN_DATA_DIR')),
    check('modelsFolder', 'failed', problemOf('QUERN_MODELS_DIR')),
    browser === '' && !has('render')
      ? check(
          'browser',
          'warning',
          'QUERN_CHROMIUM is off: pages that need a browser cannot be read; set it to auto, or to the path of an executable',
        )
      : check('browser', 'failed', browser),
    check(
      'results',
      'warning',
      results.bytes < results.bytesMax * fullShare
        ? ''
        : 'stored results take almost all of QUERN_RESULTS_MAX, so that the oldest are removed before they expire; raise it, or lower QUERN_RETENTION',
    ),
    check(
      'translation',
      'warning',
      canTranslate
        ? ''
        : 'no translation model is installed, and QUERN_OFFLINE forbids to download one; pull models with QUERN_OFFLINE unset, or copy them to QUERN_MODELS_DIR',
    ),
  ];
}

const check = (name: SystemCheck['name'], status: 'warning' | 'failed', fix: string): SystemCheck => ({
  name,
  status: fix === '' ? 'ok' : status,
  fix,
});

const bucketFix = (status: NonNullable<CheckInput['bucket']>): string =>
  status === 'ok'
    ? ''
    : 'the bucket does not respond or cannot be written, so that requests whose results are stored get 503; check QUERN_BLOB_URL with quern doctor, and the log of this node';

function databaseFix({ status }: CheckInput, hostProblem: string): string {
  if (hostProblem !== '') return hostProblem;
  if (status === 'ok') return '';
  return status === 'slow'
    ? 'the database takes more than 2 seconds to respond; check its load and the network'
    : 'the database does not respond or cannot be written; check DATABASE_URL, the disk, and the log of this node';
}
