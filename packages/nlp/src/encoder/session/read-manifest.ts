import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The classes of the output `polarity`, in its order. */
export const polarityClasses = [
  'very negative',
  'negative',
  'neutral',
  'positive',
  'very positive',
  'mixed',
] as const;

/** Divides logits before they become probabilities (temperature scaling, Guo et al. 2017). */
const temperature = z.number().positive();

const groupSchema = z.object({
  name: z.string(),
  /** ISO 639-1 codes. */
  languages: z.array(z.string()),
  /** Unicode property values of Script. */
  scripts: z.array(z.string().refine(isScript, 'not a Unicode script')),
  polarity: z.object({
    temperature,
    /** Added to the logits of the classes before scaling. */
    bias: z.array(z.number()).length(polarityClasses.length),
  }),
  emotions: z.object({
    temperature,
    /** Minimum probability at which each emotion is reported, in the order of the labels. */
    thresholds: z.array(z.number()),
  }),
});

const manifestSchema = z
  .object({
    version: z.literal(2),
    names: z.object({
      /** `O`, then `B-` and `I-` of each entity type. */
      tags: z.array(z.string()).refine(isBioTagSet, 'not a BIO tag set'),
      temperature,
    }),
    polarity: z.object({
      classes: z.array(z.string()).refine(isPolarityClasses, `not ${polarityClasses.join(', ')}`),
    }),
    emotions: z.object({ labels: z.array(z.string()).min(1) }),
    /** Parameters by group of languages; the last group is that of all other texts. */
    groups: z.array(groupSchema).min(1),
    files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  })
  .superRefine(({ emotions, groups }, context) => {
    for (const [at, group] of groups.entries()) {
      if (group.emotions.thresholds.length === emotions.labels.length) continue;
      const path = ['groups', at, 'emotions', 'thresholds'];
      context.addIssue({ code: 'custom', path, message: 'labels and thresholds differ in length' });
    }
  });

/** The part of `manifest.json` that the encoder needs; training adds more for human readers. */
export type EncoderManifest = z.infer<typeof manifestSchema>;

/** The parameters of the sentiment of a group of languages: a network is not equally sure in all of them. */
export type LanguageGroup = EncoderManifest['groups'][number];

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

function isPolarityClasses(classes: readonly string[]): boolean {
  return classes.join() === polarityClasses.join();
}

function isScript(name: string): boolean {
  try {
    return new RegExp(`\\p{Script=${name}}`, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
