import { editDistance } from '@quern/runtime/text/edit-distance';
import { settingDescriptions } from './environment-schema.ts';

/** Variables with our prefix that other programs of the project read: the command line, the SDK examples, the tests. */
const otherProgramVariables = /^QUERN_(?:URL|API_KEY|KEY|TEST_.*)$/;

/** Settings with at most this many typing errors are suggested. */
const distanceMax = 3;

/**
 * Returns a warning for each environment variable that begins with `QUERN_` and is not a setting, such as
 * "Unknown setting QUERN_RATE_LIMT; did you mean QUERN_RATE_LIMIT?".
 */
export function findUnknownSettings(variables: Readonly<Record<string, string | undefined>>): string[] {
  const names = settingDescriptions.map(({ name }) => name);
  return Object.keys(variables)
    .filter((name) => name.startsWith('QUERN_') && variables[name] !== undefined)
    .filter((name) => !names.includes(name) && !otherProgramVariables.test(name))
    .sort()
    .map((name) => {
      const nearest = findNearest(name, names);
      return `Unknown setting ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
    });
}

function findNearest(name: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const [nearest] = ranked;
  return nearest !== undefined && nearest.distance <= distanceMax ? nearest.candidate : undefined;
}
