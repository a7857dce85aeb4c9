import { settingDescriptions } from '../apps/server/src/environment-schema.ts';
import { errorCodes } from '../apps/server/src/errors/error-codes.ts';
import { createOpenApiDocument } from '../apps/server/src/http/docs/openapi.ts';
import { operations } from '../apps/server/src/operations/registry.ts';

/** The committed files that are made from the code: their paths and what must stand in them. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  files.set(
    'openapi.json',
    `${JSON.stringify(createOpenApiDocument(operations, 'http://127.0.0.1:8080/v0'), null, 2)}\n`,
  );
  files.set('docs/settings.md', settingsPage());
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
    ({ name, defaultValue: fallback, description: text }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${text.replaceAll('|', '\\|')} |`,
  );
  const head =
    'All settings are read once, at the start, from the environment by `apps/server/src/config.ts`.';
  return `# Settings\n\n${head}\n\n| setting | default | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}
