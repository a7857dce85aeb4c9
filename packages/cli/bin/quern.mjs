#!/usr/bin/env node
/**
 * Starts the command. Plain JavaScript, so that an old Node can report that it is too old. In the repository it
 * runs the sources, which requires Node 24; the published package contains only the build.
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
      `quern: running from source requires Node 24 or newer; this is ${process.version}.`,
      'In the repository on Linux, `npx quern` uses the Node 24 that `npm ci` installs;',
      'elsewhere install Node 24, or build once: `npm run build -w packages/cli`.',
    ].join('\n'),
  );
  process.exit(1);
}
if (runsSource) {
  // The workspaces' packages export their sources under the condition `source`.
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, 'source'] }),
  });
}
const { main } = await import((runsSource ? source : built).href);
await main(process.argv);
