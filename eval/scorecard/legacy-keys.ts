/**
 * Names of fields in results of benchmarks that were recorded before the fields were renamed. Delete an entry once its
 * benchmark has been run again.
 */
const legacyKeys: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^tokensASecondN\w+$/, 'nerTokensPerSecond'],
  [/^tokensASecondF\w+$/, 'sentimentTokensPerSecond'],
  [/^tokensASecondB\w+$/, 'bertBaseTokensPerSecond'],
  [/^timesBertBase$/, 'speedOverBertBase'],
  [/^hundredTokensMs$/, 'textOf100TokensMs'],
  [/^twoThreadsAboveMb$/, 'twoThreadsAddedMb'],
  [/^nonReaders$/, 'stalledReaders'],
  [/^heavyShareKept$/, 'heavyShareRetained'],
];

/** Returns a copy of a result in which legacy names of fields are replaced at every level. */
export function renameLegacyKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameLegacyKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const name = legacyKeys.find(([pattern]) => pattern.test(key))?.[1] ?? key;
      return [name, renameLegacyKeys(field)];
    }),
  );
}
