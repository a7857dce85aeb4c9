import { availableParallelism } from 'node:os';

/** A part of the gate: a command, and how its tests are counted. */
export interface Phase {
  readonly name: string;
  readonly command: readonly string[];
  /** `vitest` writes a results file, `unittest` prints a summary; a command without tests counts as one. */
  readonly tests?: 'vitest' | 'unittest';
}

/** The gates, each of which includes the one before. */
export const tiers = ['verify', 'test', 'ci'] as const;
export type Tier = (typeof tiers)[number];

const npm = (script: string): readonly string[] => ['npm', 'run', '-s', script];

/** Projects of `vitest.config.ts` that run with another one. */
const joined: ReadonlyMap<string, readonly string[]> = new Map([['integration', ['isolated']]]);

/**
 * Runs the tests of one project of `vitest.config.ts`, and of those that are joined with it.
 *
 * @param parameters further ones of the command, such as files
 */
export function vitestPhase(project: string, parameters: readonly string[] = []): Phase {
  const projects = [project, ...(joined.get(project) ?? [])].flatMap((name) => ['--project', name]);
  return {
    name: project,
    command: ['npx', 'vitest', 'run', ...projects, ...parameters],
    tests: 'vitest',
  };
}

/** Unit tests of the training code that need NumPy, but no PyTorch, data or weights. */
function trainingPhase(folder: string): Phase {
  const name = `training/${folder}`;
  return {
    name,
    command: ['python3', '-m', 'unittest', 'discover', '-s', name, '-p', 'test_text.py'],
    tests: 'unittest',
  };
}

const added: Readonly<Record<Tier, readonly Phase[]>> = {
  verify: [
    { name: 'style and boundaries', command: npm('check:style') },
    { name: 'types', command: npm('check:types') },
    { name: 'language', command: npm('check:language') },
    { name: 'docstrings', command: npm('check:docstrings') },
    { name: 'structure', command: npm('check:structure') },
    { name: 'clocks in tests', command: npm('check:clocks') },
    vitestPhase('unit'),
  ],
  test: [
    vitestPhase('growth'),
    vitestPhase('integration'),
    // They wait for processes, browsers and connections for a third of the time. Vitest limits shares to all cores.
    vitestPhase('e2e', ['--maxWorkers', String(Math.ceil(1.5 * availableParallelism()))]),
  ],
  ci: [trainingPhase('encoder'), trainingPhase('ocr')],
};

/** The phases of a gate, in order. */
export function phasesOf(tier: Tier): readonly Phase[] {
  return tiers.slice(0, tiers.indexOf(tier) + 1).flatMap((name) => added[name]);
}
