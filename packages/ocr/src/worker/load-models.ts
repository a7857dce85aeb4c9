import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '@quern/runtime/is-record';
import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import { type ChecksumManifest, verifyChecksum } from '@quern/runtime/verify-checksum';
import { OnnxSession } from '../inference/onnx-session.ts';
import { RecognitionModel } from '../recognition/recognition-model.ts';

/** The networks of a model folder; each is verified and loaded on first use, and kept by its thread. */
export class Models {
  readonly #folder: string;
  readonly #loaded = new Map<string, Promise<unknown>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Finds lines of text. */
  detection(guard: NativeCallGuard): Promise<OnnxSession> {
    return this.#once('detection', async () => OnnxSession.load(await this.#verify('detection.onnx'), guard));
  }

  /** Reads Latin, Greek, Han and Kana. */
  recognition(guard: NativeCallGuard): Promise<RecognitionModel> {
    return this.#recognizer('recognition', guard);
  }

  /** Reads the scripts that the first recognizer does not know, and Latin. @returns undefined where it is not installed */
  async scripts(guard: NativeCallGuard): Promise<RecognitionModel | undefined> {
    if (!existsSync(join(this.#folder, 'recognition-scripts.onnx'))) return undefined;
    return this.#recognizer('recognition-scripts', guard);
  }

  #recognizer(name: string, guard: NativeCallGuard): Promise<RecognitionModel> {
    return this.#once(name, async () =>
      RecognitionModel.load(
        await this.#verify(`${name}.onnx`),
        await this.#verify(`${name}.characters.json`),
        guard,
      ),
    );
  }

  async #verify(file: string): Promise<string> {
    const manifest: unknown = JSON.parse(await readFile(join(this.#folder, 'manifest.json'), 'utf8'));
    if (!isRecord(manifest) || !isRecord(manifest.files))
      throw new Error('The manifest of the models is damaged.');
    return verifyChecksum(this.#folder, file, manifest as unknown as ChecksumManifest);
  }

  /** Loads once; a failed load, such as a canceled one, is tried again by the next call. */
  #once<Value>(name: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known as Promise<Value>;
    const loading = load();
    this.#loaded.set(name, loading);
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }
}
