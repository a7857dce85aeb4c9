import { settingDescriptions } from '../apps/server/src/environment-schema.ts';
import { errorCodes } from '../apps/server/src/errors/error-codes.ts';
import { createOpenApiDocument } from '../apps/server/src/http/openapi/document.ts';
import { operations } from '../apps/server/src/operations/registry.ts';
import { renderApiGuide } from './api-guide.ts';
import { renderHtmlElements } from './html-elements/render-html-elements.ts';
import { renderLanguageTable } from './languages/language-table.ts';
import { renderLanguages } from './languages/render-languages.ts';
import { renderOcrLanguages } from './ocr-languages/render-ocr-languages.ts';
import { scriptLanguages } from './ocr-languages/script-languages.ts';
import { packageManifests } from './package-exports.ts';

/** Returns the committed files that are generated from the code: path → content. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  files.set(
    'openapi.json',
    `${JSON.stringify(createOpenApiDocument(operations, 'http://127.0.0.1:8080'), null, 2)}\n`,
  );
  files.set('docs/settings.md', settingsPage());
  files.set('docs/ocr-languages.md', renderOcrLanguages());
  files.set(
    'packages/ocr/src/recognition/script-languages.data.json',
    `${JSON.stringify(scriptLanguages(), null, 1)}\n`,
  );
  files.set('apps/server/src/languages/languages.data.json', renderLanguageTable());
  files.set('docs/languages.md', renderLanguages());
  files.set('docs/html-elements.md', await renderHtmlElements());
  files.set('docs/guide/api.md', renderApiGuide(operations));
  for (const [path, manifest] of packageManifests()) files.set(path, manifest);
  for (const [code, entry] of Object.entries(errorCodes)) {
    const lines = [
      `# ${code}`,
      `**${entry.status}** · ${entry.title}`,
      '## When',
      entry.description,
      '## What to do',
      entry.resolution,
    ];
    files.set(`docs/errors/${code}.md`, `${lines.join('\n\n')}\n`);
  }
  return files;
}

function settingsPage(): string {
  const rows = settingDescriptions.map(
    ({ name, defaultValue, description }) =>
      `| \`${name}\` | ${defaultValue === '' ? '' : `\`${defaultValue}\``} | ${description.replaceAll('|', '\\|')} |`,
  );
  const head = 'All settings are read from the environment once, at startup, by `apps/server/src/config.ts`.';
  return `# Settings\n\n${head}\n\n| setting | default | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}
