import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FontFamily } from './font-families.ts';

const modulesDir = join(import.meta.dirname, '../../../node_modules');
/** Host of the URLs of fonts in style sheets. Requests to it are served from the installed packages. */
export const fontOrigin = 'http://fonts.invalid';

/** Style sheet with the `@font-face` rules of families, whose URLs are below `fontOrigin`. */
export function fontStyleSheet(families: readonly FontFamily[]): string {
  return families
    .flatMap(({ package: name, weights }) =>
      weights.map((weight) => {
        const files = [`${weight}.css`, 'wght.css'].map((file) => join(modulesDir, name, file));
        const file = files.find((path) => existsSync(path));
        if (file === undefined) throw new Error(`${name} is not installed: run "npm run eval:install"`);
        return readFileSync(file, 'utf8').replaceAll('url(./', `url(${fontOrigin}/${name}/`);
      }),
    )
    .join('\n');
}

/** Reads the font file of a URL below `fontOrigin`. */
export function readFontFile(url: string): Buffer {
  return readFileSync(join(modulesDir, decodeURIComponent(new URL(url).pathname)));
}
