import { fileURLToPath } from 'node:url';

/** Environment of a child process in which a package cannot be imported, because it is missing or broken. */
export function hiddenPackageEnvironment(
  name: string,
  problem: 'missing' | 'broken' = 'missing',
): Record<string, string> {
  return {
    NODE_OPTIONS: `--conditions=source --import=${fileURLToPath(new URL('hide-package.ts', import.meta.url))}`,
    TEST_HIDDEN_PACKAGE: name,
    ...(problem === 'broken' && { TEST_HIDDEN_PACKAGE_IS_BROKEN: '1' }),
  };
}
