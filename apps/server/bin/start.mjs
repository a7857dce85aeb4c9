/**
 * Starts the service in this process, so signals reach it directly; with the argument `doctor`, only checks its settings; with `migrate`, moves its data to PostgreSQL. Plain JavaScript, so that a Node.js version that is
 * too old for the TypeScript sources reports it.
 */
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    [
      `Quern requires Node.js 24 or later; this is ${process.version}.`,
      'On Linux (x64, arm64), npm installs Node.js 24: run `npm ci` without `--omit=optional`, then `npm start`.',
      'On other systems, install Node.js 24 and run `npm start` again.',
    ].join('\n'),
  );
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
enableCompileCache?.();
const { checkSettings, main, migrate } = await import('../src/main.ts');
const [, , command, ...options] = process.argv;
if (command === 'doctor') await checkSettings();
else if (command === 'migrate') await migrate(options);
else await main();
