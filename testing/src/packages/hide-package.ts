import { registerHooks } from 'node:module';

/**
 * Makes the package TEST_HIDDEN_PACKAGE missing in a process and its threads; loaded with `--import`. Node itself reports
 * it missing, since it is resolved from a folder without packages. With TEST_HIDDEN_PACKAGE_IS_BROKEN, it is found but
 * throws when it is loaded, like a package without a binary for the platform.
 */
const hidden = process.env['TEST_HIDDEN_PACKAGE'];
const isBroken = process.env['TEST_HIDDEN_PACKAGE_IS_BROKEN'] !== undefined;
const brokenModule = `data:text/javascript,throw new Error('${hidden}: cannot open shared object file')`;

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier !== hidden) return next(specifier, context);
    if (isBroken) return { url: brokenModule, format: 'module', shortCircuit: true };
    return next(specifier, { ...context, parentURL: 'file:///folder-without-packages/module.mjs' });
  },
});
