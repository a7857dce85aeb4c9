import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const packageJson = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

it('names the missing peer dependency and the command that installs it', async () => {
  const module = new URL('./onnx-runtime.ts', import.meta.url).href;
  // Resolves the package from a folder that has none, so that Node itself reports it missing.
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'onnxruntime-node'
          ? next(specifier, { ...context, parentURL: 'file:///folder-without-packages/module.mjs' })
          : next(specifier, context),
    });
    const { loadOnnxRuntime } = await import(${JSON.stringify(module)});
    console.log(await loadOnnxRuntime().catch((error) => error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const version: string = packageJson.peerDependencies['onnxruntime-node'];
  expect(stdout).toContain(`npm install onnxruntime-node@${version}`);
});
