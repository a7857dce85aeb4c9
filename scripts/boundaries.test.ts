import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * The boundaries of ARCHITECTURE.md are rules of biome.json. Each case is a source file that breaks one of them,
 * or follows them all; the repository's own configuration must report exactly the expected rule.
 */
interface BoundaryCase {
  readonly file: string;
  readonly source: string;
  /** Biome's rule, or undefined if the file is allowed. */
  readonly rule: 'noRestrictedImports' | 'noProcessEnv' | 'noImportCycles' | 'plugin' | undefined;
}

const root = resolve(import.meta.dirname, '..');

const importsFrom = (file: string, specifier: string, isAllowed = false): BoundaryCase => ({
  file,
  source: `import { imported } from '${specifier}';\nexport const value = imported;\n`,
  rule: isAllowed ? undefined : 'noRestrictedImports',
});
const contains = (file: string, expression: string, rule: BoundaryCase['rule']): BoundaryCase => ({
  file,
  source: `export const value = ${expression};\n`,
  rule,
});

const server = 'apps/server/src';
const cases: readonly BoundaryCase[] = [
  importsFrom('packages/text/src/to-server.ts', '../../../apps/server/src/config.ts'),
  importsFrom('packages/web/src/to-testing.ts', '@quern/testing/web/serve-site'),
  importsFrom('packages/runtime/src/upward.ts', '@quern/text/tokens/count-tokens'),
  importsFrom('packages/text/src/upward.ts', '@quern/nlp/encoder/load-encoder'),
  importsFrom('packages/text/src/downward.ts', '@quern/runtime/hash', true),
  importsFrom('packages/web/src/root.ts', '@quern/text', true),
  importsFrom('packages/content/src/upward.ts', '@quern/web/fetch/fetch-url'),
  importsFrom('packages/content/src/downward.ts', '@quern/text/span', true),
  importsFrom('packages/runtime/src/to-content.ts', '@quern/content/dom/dom'),
  importsFrom('packages/documents/src/to-content.ts', '@quern/content/dom/dom', true),
  importsFrom('packages/text/src/upward-root.ts', '@quern/nlp'),
  importsFrom('packages/nlp/src/sideways.ts', '@quern/web/fetch/fetch-url'),
  importsFrom('packages/nlp/src/downward.ts', '@quern/text/tokens/count-tokens', true),
  importsFrom('packages/translation/src/sideways.ts', '@quern/summary/extractive/summarize-text'),
  importsFrom('packages/ocr/src/upward.ts', '@quern/documents/read-pdf'),
  importsFrom('packages/pdf/src/upward.ts', '@quern/ocr/ocr-engine'),
  importsFrom('packages/ocr/src/downward.ts', '@quern/pdf/pdf-document', true),
  importsFrom('packages/layout/src/upward.ts', '@quern/content/dom/dom'),
  importsFrom('packages/ocr/src/to-layout.ts', '@quern/layout/divide-page', true),
  importsFrom('packages/documents/src/upward.ts', '@quern/web/fetch/fetch-url'),
  importsFrom('packages/web/src/sideways.ts', '@quern/nlp/encoder/load-encoder'),
  importsFrom('packages/sdk/src/dependency.ts', 'zod'),
  importsFrom('packages/sdk/src/built-in.ts', 'node:fs'),
  importsFrom('packages/sdk/src/own.ts', './index.ts', true),
  importsFrom('packages/cli/src/package.ts', '@quern/text/tokens/count-tokens'),
  importsFrom('packages/cli/src/sdk.ts', '@quern/sdk', true),
  importsFrom('apps/dashboard/src/to-server.ts', '../../../apps/server/src/config.ts'),
  importsFrom('apps/dashboard/src/to-package.ts', '@quern/text'),
  importsFrom('apps/dashboard/src/sdk.ts', '@quern/sdk', true),
  contains('packages/nlp/src/environment.ts', "process.env['HOME']", 'noProcessEnv'),
  // clock: a sample of forbidden code.
  contains('packages/nlp/src/clock.ts', 'Date.now()', 'plugin'),
  contains('packages/nlp/src/clock-object.ts', 'new Date()', 'plugin'),
  contains('packages/nlp/src/given-time.ts', 'new Date(0)', undefined),
  contains(`${server}/http/environment.ts`, "process.env['PORT']", 'noProcessEnv'),
  contains(`${server}/config.ts`, "process.env['PORT']", undefined),
  importsFrom(`${server}/http/database.ts`, 'pg'),
  importsFrom(`${server}/accounts/database.ts`, 'node:sqlite'),
  importsFrom(`${server}/storage/postgres/driver.ts`, 'pg', true),
  importsFrom(`${server}/storage/upward.ts`, '../pipeline/charge.ts'),
  importsFrom(`${server}/keys/upward.ts`, '../http/app.ts'),
  importsFrom(`${server}/accounts/upward.ts`, '../operations/registry.ts'),
  importsFrom(`${server}/limits/upward.ts`, '../pipeline/charge.ts'),
  importsFrom(`${server}/keys/downward.ts`, '../storage/open-store.ts', true),
  importsFrom(`${server}/pipeline/upward.ts`, '../http/app.ts'),
  importsFrom(`${server}/http/downward.ts`, '../pipeline/run-operation.ts', true),
  importsFrom(`${server}/mcp/upward.ts`, '../http/app.ts'),
  importsFrom(`${server}/operations/map/sibling.ts`, '../ocr/schema.ts'),
  importsFrom(`${server}/operations/map/registry.ts`, '../registry.ts'),
  importsFrom(`${server}/operations/map/definition.ts`, '../define-operation.ts', true),
  importsFrom(`${server}/operations/map/package.ts`, '@quern/web/crawl/limits/bounds', true),
  ...['pipeline/charge.ts', 'limits/load-shedder.ts', 'keys/key-service.ts', 'storage/open-store.ts'].map(
    (target) => importsFrom(`${server}/operations/map/to-${target.replace('/', '-')}`, `../../${target}`),
  ),
  importsFrom('eval/nlp/to-e2e.ts', '../../e2e/harness.ts'),
  importsFrom('testing/src/to-e2e.ts', '../../e2e/harness.ts'),
  {
    file: 'bench/cycle-start.ts',
    source: "import { end } from './cycle-end.ts';\nexport const start = () => end;\n",
    rule: 'noImportCycles',
  },
  {
    file: 'bench/cycle-end.ts',
    source: "import { start } from './cycle-start.ts';\nexport const end = () => start;\n",
    rule: 'noImportCycles',
  },
];

let folder: string;
let reported: Map<string, Set<string>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-boundaries-'));
  for (const file of ['biome.json', '.gitignore', 'scripts/no-wall-clock.grit']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  for (const { file, source } of cases) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  reported = lint(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs Biome in a folder and returns the rules reported for each file. */
function lint(cwd: string): Map<string, Set<string>> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  let output: string;
  try {
    output = execFileSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=none'], {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    // Biome exits with 1 if there is any violation, which is what is expected here.
    output = String((error as { stdout?: unknown }).stdout);
  }
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { category: string; location: { path: string } }[];
  };
  const rules = new Map<string, Set<string>>();
  for (const { category, location } of diagnostics) {
    const names = rules.get(location.path) ?? new Set();
    rules.set(location.path, names.add(category.replace(/^lint\/\w+\//, '')));
  }
  return rules;
}

it.each(cases.map((entry) => [entry.file, entry.rule ?? 'nothing', entry] as const))(
  '%s: Biome reports %s',
  (file, _rule, { rule }) => {
    expect([...(reported.get(file) ?? [])]).toEqual(rule === undefined ? [] : [rule]);
  },
);
