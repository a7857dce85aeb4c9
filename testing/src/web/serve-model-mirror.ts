import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Serves a folder of translation models on loopback as a mirror of the public registry, `models.json` and all. */
export async function serveModelMirror(
  folder: string,
): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    asked.push(path);
    if (path.endsWith('models.json')) {
      response.end(JSON.stringify(registryOf(folder, url)));
      return;
    }
    try {
      response.end(readFileSync(join(folder, path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, close: () => void server.close() };
}

function registryOf(folder: string, baseUrl: string): object {
  const models = readdirSync(folder).map((name) => {
    const files = readdirSync(join(folder, name));
    const describeFile = (prefix: string): object => {
      const file = files.find((one) => one.startsWith(prefix)) ?? '';
      const bytes = gunzipSync(readFileSync(join(folder, name, file)));
      return {
        path: `${name}/${file}`,
        uncompressedSize: bytes.length,
        uncompressedHash: createHash('sha256').update(bytes).digest('hex'),
      };
    };
    const [from, to] = [name.slice(0, 2), name.slice(2, 4)];
    const parts = {
      model: describeFile('model.'),
      lexicalShortlist: describeFile('lex.'),
      vocab: describeFile('vocab.'),
    };
    const entry = {
      architecture: 'tiny',
      releaseStatus: 'Release',
      sourceLanguage: from,
      targetLanguage: to,
      files: parts,
    };
    return [`${from}-${to}`, [entry]] as const;
  });
  return { generated: '2026-01-01T00:00:00Z', baseUrl, models: Object.fromEntries(models) };
}
