#!/usr/bin/env node
/**
 * Starts the command. Plain JavaScript, so that a Node too old for the rest can still say what is wrong. In the
 * repository the sources run as they are, which takes Node 24; what is published has only what was built of them.
 */
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';

const source = new URL('../src/main.ts', import.meta.url);
const built = new URL('../dist/main.js', import.meta.url);
const major = Number(process.versions.node.split('.')[0]);
const runsSource = existsSync(source) && major >= 24;

if (!runsSource && !existsSync(built)) {
  console.error(
    [
      `quern: running from sources needs Node 24 or newer; this is ${process.version}.`,
      'In the repository, `npx quern` finds the Node 24 that `npm ci` brings along on Linux;',
      'elsewhere install Node 24, or build once: `npm run build -w packages/cli`.',
    ].join('\n'),
  );
  process.exit(1);
}
if (runsSource) {
  // The workspaces' packages say under the condition `source` where their sources are.
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, 'source'] }),
  });
}
const { main } = await import((runsSource ? source : built).href);
await main(process.argv);
