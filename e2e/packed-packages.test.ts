import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  environmentWithoutNodeOptions,
  PackedProject,
  packPackages,
} from '@quern/testing/packages/packed-project';
import { findReadmeExamples } from '@quern/testing/packages/readme-examples';
import { repositoryRoot } from '@quern/testing/repository-root';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The published packages, as a user installs them. */
const names = [
  ...([
    'runtime',
    'text',
    'content',
    'nlp',
    'llm',
    'summary',
    'translation',
    'pdf',
    'layout',
    'ocr',
    'documents',
    'web',
    'sdk',
    'cli',
  ] as const),
] as const;

let tarballs: string;
let project: PackedProject;
let projectWithoutPeers: PackedProject;

beforeAll(async () => {
  tarballs = await packPackages(names);
  project = await PackedProject.install(tarballs, names, { withOptionalPeers: true });
  projectWithoutPeers = await PackedProject.install(tarballs, names, { withOptionalPeers: false });
}, 180_000);

afterAll(async () => {
  await Promise.all([
    rm(tarballs, { recursive: true, force: true }),
    project.remove(),
    projectWithoutPeers.remove(),
  ]);
});

const filesOf = (name: string): readonly string[] => project.packages.get(name)?.files ?? [];

describe.each(names)('@quern/%s', (name) => {
  it('contains the build and the README, and no sources, tests or fixtures', () => {
    const files = filesOf(name);
    expect(files).toContain('README.md');
    expect(files.some((file) => file.startsWith('dist/') && file.endsWith('.js'))).toBe(true);
    expect(files.filter((file) => /fixtures|\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  it('contains the license and the notice of the work that it is made from', () => {
    const files = filesOf(name);
    expect(files).toContain('LICENSE');
    expect(files).toContain('NOTICE');
    const notice = readFileSync(join(repositoryRoot, 'packages', name, 'NOTICE'), 'utf8');
    const hasModel = files.some((file) => /\.onnx$|(?:model|weights|projection)\.data\.json$/.test(file));
    expect(/trained on|made from/.test(notice)).toBe(hasModel);
  });

  it('has no install script', () => {
    const scripts = Object.keys(project.packages.get(name)?.manifest.scripts ?? {});
    expect(scripts.filter((script) => /^(?:pre|post)?install$/.test(script))).toEqual([]);
  });

  it('runs the examples of its README with the output shown there', async () => {
    const path = join(repositoryRoot, 'packages', name, 'README.md');
    const examples = existsSync(path) ? findReadmeExamples(readFileSync(path, 'utf8')) : [];
    expect(examples.length).toBeGreaterThan(0);
    for (const { line, source, output } of examples) {
      const printed = await project.runModule(source, `${name}-readme-${line}.mjs`);
      if (output !== undefined) expect(printed.trimEnd(), `README.md:${line}`).toBe(output.trimEnd());
    }
  });

  it('imports without its optional peers, or names the one that is missing', async () => {
    const modules = filesOf(name).filter(
      (file) => /^dist\/.*\.js$/.test(file) && !/worker|main\.js$/.test(file),
    );
    const { peerDependencies = {} } = project.packages.get(name)?.manifest ?? {};
    const program = `
      const failures = [];
      for (const file of ${JSON.stringify(modules)}) {
        await import('./node_modules/@quern/${name}/' + file).catch((error) => failures.push(file + ': ' + error.message));
      }
      console.log(JSON.stringify(failures));`;
    const printed = await projectWithoutPeers.runModule(program, `import-${name}.mjs`);
    const unnamed = (JSON.parse(printed) as string[]).filter(
      (failure) => !Object.keys(peerDependencies).some((peer) => failure.includes(peer)),
    );
    expect(unnamed).toEqual([]);
  });
});

describe('the installation from a clone', () => {
  let parent: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'quern-clone-'));
    await symlink(repositoryRoot, join(parent, 'quern'));
    await mkdir(join(parent, 'my-project'));
    await writeFile(join(parent, 'my-project/package.json'), '{ "private": true, "type": "module" }\n');
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  const run = promisify(execFile);
  const env = { ...environmentWithoutNodeOptions(), npm_config_offline: 'true' };

  it.each(names)('of @quern/%s works as its README says, without a registry', async (name) => {
    const readme = readFileSync(join(repositoryRoot, 'packages', name, 'README.md'), 'utf8');
    const [, commands = ''] = /```sh\n# in the clone, after npm ci\n([^`]+)```/.exec(readme) ?? [];
    const [build = '', install = '', ...others] = commands.trimEnd().split('\n');
    expect([build, others]).toEqual([`npm run build -w packages/${name}`, []]);
    expect(readme).not.toMatch(/npm install (?:.* )?@quern\//);
    // The others are built by the same script before the tests.
    const cwd = join(parent, 'quern');
    if (name === 'sdk') await run('npm', build.split(' ').slice(1), { cwd, env });
    // The shell changes to the project next to the link, not next to its target.
    await run('sh', ['-ec', `cd -L "$1" && ${install}`, 'sh', cwd], { env: { ...env, PWD: cwd } });
    const program = `console.log(Object.keys(await import('@quern/${name}')).length > 0)`;
    if (name === 'cli') {
      const { stdout } = await run('npx', ['quern', '--version'], { cwd: join(parent, 'my-project'), env });
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    } else {
      const args = ['--input-type=module', '-e', program];
      const { stdout } = await run(process.execPath, args, { cwd: join(parent, 'my-project'), env });
      expect(stdout).toBe('true\n');
    }
  });
});

describe('the packages together', () => {
  it.each(['nlp', 'ocr'])('@quern/%s contains every file of its models', (name) => {
    const manifest = filesOf(name).find((file) => /models?\/manifest\.json$/.test(file)) ?? '';
    const folder = join(project.folder, 'node_modules/@quern', name);
    const { files } = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as { files: object };
    const expected = Object.keys(files).map((file) => manifest.replace('manifest.json', file));
    expect(expected.length).toBeGreaterThan(2);
    expect(filesOf(name)).toEqual(expect.arrayContaining(expected));
  });

  it('@quern/sdk has types that a project without @types/node can use', async () => {
    const program = `
      import { createQuern, type DryRun, type Entity, type SummarizeData } from '@quern/sdk';
      const quern = createQuern({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key' });
      export const result: Promise<SummarizeData> = quern.summarize({ content: 'x' }).then(({ data }) => data);
      export const price: Promise<DryRun> = quern.ocr({ imageUrl: 'x' }, { dryRun: true }).then(({ data }) => data);
      export const entities: Promise<Entity[]> = quern.extractEntities({ text: 'x' }).then(({ data }) => data.entities);
      // @ts-expect-error: text, not content
      quern.sentiment({ content: 'x' });
      // @ts-expect-error: either content or file
      quern.summarize({ content: 'x', file: new Uint8Array() });`;
    await writeFile(join(project.folder, 'program.mts'), program);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
    await project.runNode([tsc, ...options, '--lib', 'es2022,dom', 'program.mts']);
  });

  it('@quern/cli runs the command and exits with 1 if the service is unreachable', async () => {
    const command = 'node_modules/@quern/cli/bin/quern.mjs';
    expect(await project.runNode([command, '--help'])).toContain('extract-entities');
    const failed = await project
      .runNode([command, 'accounts', 'list', '--admin-token', 'token', '--url', 'http://127.0.0.1:1'])
      .catch((error: { code: number; stderr: string }) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^quern: network_error: .*\n$/) });
  });
});
