/**
 * Starts the service. Plain JavaScript, so that a Node too old for the rest can still say what is wrong.
 * Runs in the same process: signals reach the service itself.
 */
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    [
      `Quern needs Node 24 or newer; this is ${process.version}.`,
      'npm brings Node 24 along on Linux (x64, arm64): run `npm ci` without `--omit=optional`, then `npm start`.',
      'Elsewhere, install Node 24 and run `npm start` again.',
    ].join('\n'),
  );
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
enableCompileCache?.();
const { main } = await import('../src/main.ts');
await main();
