import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A mirror of the public registry of translation models on loopback, with the models of a folder. */
export class ModelMirror {
  readonly url: string;
  readonly requestedPaths: string[] = [];
  /** Delays the response to a file until it resolves. */
  beforeFile: (path: string) => Promise<void> = async () => undefined;
  readonly #folder: string;
  readonly #server: Server;

  private constructor(folder: string, server: Server) {
    this.#folder = folder;
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      const path = decodeURIComponent(request.url ?? '/');
      this.requestedPaths.push(path);
      if (path.endsWith('models.json')) response.end(JSON.stringify(this.#registry()));
      else this.beforeFile(path).then(() => this.#respond(path, response));
    });
  }

  /**
   * Starts the mirror.
   *
   * @param folder Contains a folder per language pair, such as `enpt`, with gzipped model files.
   */
  static async serve(folder: string): Promise<ModelMirror> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ModelMirror(folder, server);
  }

  /** Stops accepting requests. */
  close(): void {
    this.#server.close();
  }

  #respond(path: string, response: ServerResponse): void {
    try {
      response.end(readFileSync(join(this.#folder, path)));
    } catch {
      response.writeHead(404).end();
    }
  }

  #registry(): object {
    const models = readdirSync(this.#folder).map((name) => {
      const [from, to] = [name.slice(0, 2), name.slice(2, 4)];
      const entry = {
        architecture: 'tiny',
        releaseStatus: 'Release',
        sourceLanguage: from,
        targetLanguage: to,
        files: {
          model: this.#describeFile(name, 'model.'),
          lexicalShortlist: this.#describeFile(name, 'lex.'),
          vocab: this.#describeFile(name, 'vocab.'),
        },
      };
      return [`${from}-${to}`, [entry]] as const;
    });
    return { generated: '2026-01-01T00:00:00Z', baseUrl: this.url, models: Object.fromEntries(models) };
  }

  #describeFile(model: string, prefix: string): object {
    const file = readdirSync(join(this.#folder, model)).find((name) => name.startsWith(prefix)) ?? '';
    const bytes = gunzipSync(readFileSync(join(this.#folder, model, file)));
    return {
      path: `${model}/${file}`,
      uncompressedSize: bytes.length,
      uncompressedHash: createHash('sha256').update(bytes).digest('hex'),
    };
  }
}

/** Serves a folder of translation models; see the class. */
export const serveModelMirror = (folder: string): Promise<ModelMirror> => ModelMirror.serve(folder);
