import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { FakeLlm } from '@quern/testing/llm/fake-llm';
import { z } from 'zod';

const recordingsSchema = z.record(z.string(), z.string());

/** A prompt without a recorded response. */
export interface MissingPrompt {
  readonly key: string;
  readonly system: string;
  /** The text between the markers, whose random part no recording can contain. */
  readonly text: string;
}

/** An endpoint that replays the responses of a language model, which were recorded for the same prompts. */
export interface RecordedEndpoint {
  readonly endpoint: FakeLlm;
  /** Prompts that had no response so far. */
  readonly missing: readonly MissingPrompt[];
}

/**
 * Starts the endpoint. A correction without a recording is answered by empty sentences, so that those to be corrected are removed; a summary without
 * one is refused.
 *
 * @param file recorded responses by the key of their prompt
 */
export async function startRecordedEndpoint(file: string): Promise<RecordedEndpoint> {
  const recordings = existsSync(file) ? recordingsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const missing: MissingPrompt[] = [];
  const endpoint = await FakeLlm.start(({ system, user }) => {
    const text = user.split('\n').slice(1, -2).join('\n');
    const key = createHash('sha256').update(`${system}\n${text}`).digest('hex').slice(0, 16);
    const recorded = Object.hasOwn(recordings, key) ? recordings[key] : undefined;
    if (recorded !== undefined) return recorded;
    missing.push({ key, system, text });
    const isCorrection = system.startsWith('The text is a JSON array');
    return isCorrection ? JSON.stringify(emptySentences(text)) : { refusal: 'no recorded response' };
  });
  return { endpoint, missing };
}

function emptySentences(text: string): string[] {
  return z
    .array(z.unknown())
    .parse(JSON.parse(text))
    .map(() => '');
}
