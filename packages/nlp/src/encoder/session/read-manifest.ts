import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Divides logits before they become probabilities (temperature scaling, Guo et al. 2017). */
const temperature = z.number().positive();

const manifestSchema = z.object({
  version: z.union([z.string(), z.number()]).transform(String),
  names: z.object({
    /** `O`, then `B-` and `I-` of each entity type. */
    tags: z.array(z.string()).refine(isBioTagSet, 'not a BIO tag set'),
    temperature,
  }),
  polarity: z.object({
    temperature,
    /** Added to the two negative, the neutral and the two positive logits before scaling. */
    bias: z.tuple([z.number(), z.number(), z.number()]).default([0, 0, 0]),
  }),
  emotions: z
    .object({
      labels: z.array(z.string()).min(1),
      /** Minimum probability at which each emotion is reported. */
      thresholds: z.array(z.number()),
      temperature: temperature.default(1),
    })
    .refine(({ labels, thresholds }) => labels.length === thresholds.length, {
      error: 'labels and thresholds differ in length',
    }),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});

/** The part of `manifest.json` that the encoder needs; training adds more for human readers. */
export type EncoderManifest = z.infer<typeof manifestSchema>;

/**
 * Reads and validates the manifest of a model folder.
 *
 * @throws Error that lists the invalid fields, or the file system's error
 */
export async function readManifest(modelDir: string): Promise<EncoderManifest> {
  return parseManifest(JSON.parse(await readFile(join(modelDir, 'manifest.json'), 'utf8')));
}

/**
 * Validates a parsed `manifest.json`.
 *
 * @throws Error that lists the invalid fields
 */
export function parseManifest(manifest: unknown): EncoderManifest {
  const result = manifestSchema.safeParse(manifest);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  throw new Error(`The encoder manifest is invalid. ${problems.join('; ')}`);
}

/** Whether the tags are unique, begin with `O`, and have a `B-` tag for each `I-` tag. */
function isBioTagSet(tags: readonly string[]): boolean {
  const known = new Set(tags);
  const isComplete = tags.every(
    (tag) => tag === 'O' || /^B-./.test(tag) || known.has(tag.replace(/^I-/, 'B-')),
  );
  return tags[0] === 'O' && known.size === tags.length && isComplete;
}
