import { makeZip } from './make-documents.ts';
import type { SampleDocument } from './sample-documents.ts';

type Random = () => number;

const upTo = (random: Random, count: number): number => Math.floor(random() * count);

/** Damages a document: its bytes, or those of the files of an archive, which are packed again. @param random from 0 to 1 */
export function mutateDocument({ bytes, files }: SampleDocument, random: Random): Buffer {
  if (files === undefined) return mutate(bytes, random);
  // Damage to packed bytes seldom gets further than the ZIP archive.
  if (random() < 0.2) return mutateBytes(bytes, random);
  const names = Object.keys(files);
  const changed: Record<string, string | Buffer> = { ...files };
  for (let count = 1 + upTo(random, 2); count > 0; count--) {
    const name = names[upTo(random, names.length)] ?? '';
    changed[name] = mutate(Buffer.from(changed[name] ?? ''), random);
  }
  if (random() < 0.1) delete changed[names[upTo(random, names.length)] ?? ''];
  return makeZip(changed);
}

function mutate(bytes: Buffer, random: Random): Buffer {
  return random() < 0.4 ? mutateBytes(bytes, random) : mutateMarkup(bytes, random);
}

/** Changes, deletes or repeats bytes, or cuts the end off. */
function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const start = upTo(random, bytes.length);
  const end = Math.min(bytes.length, start + 1 + upTo(random, 200));
  const parts = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)];
  switch (upTo(random, 4)) {
    case 0: {
      const changed = Buffer.from(bytes);
      for (let count = 1 + upTo(random, 20); count > 0; count--)
        changed[upTo(random, changed.length)] = upTo(random, 256);
      return changed;
    }
    case 1:
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, end), ...parts.slice(1, 2), ...parts.slice(1)]);
    default:
      return bytes.subarray(0, start);
  }
}

const numbers = ['-1', '0', '1e9', '4294967296', '99999999999999999999', 'NaN', '', '0.5'];

/** Changes tags, numbers and values, so that the result mostly stays readable but says something else. */
function mutateMarkup(bytes: Buffer, random: Random): Buffer {
  const text = bytes.toString('latin1');
  const pick = (items: readonly string[]): string => items[upTo(random, items.length)] ?? '';
  const replaceOne = (pattern: RegExp, by: (found: string) => string): Buffer => {
    const found = [...text.matchAll(pattern)];
    const match = found[upTo(random, found.length)];
    if (!match) return mutateBytes(bytes, random);
    const end = match.index + match[0].length;
    return Buffer.from(text.slice(0, match.index) + by(match[0]) + text.slice(end), 'latin1');
  };
  const tags = [...text.matchAll(/<[^>]{1,500}>|\\[a-z]+-?\d*|[{}]|\n/g)].map(([tag]) => tag);
  switch (upTo(random, 6)) {
    case 0:
      return replaceOne(/\d+/g, () => pick(numbers));
    case 1:
      return replaceOne(/<[^>]{1,500}>|\\[a-z]+|[{}]/g, () => '');
    case 2:
      return replaceOne(/<[^>]{1,500}>|\\[a-z]+|[{}]|\n/g, (found) => found.repeat(2 + upTo(random, 300)));
    case 3:
      return replaceOne(/<[^>]{1,500}>|\\[a-z]+|\n/g, () => pick(tags));
    case 4:
      return replaceOne(/"[^"]{0,200}"/g, () => `"${pick(numbers)}"`);
    default:
      return replaceOne(/>[^<]{1,200}</g, () => `>${pick(['&x;', '&#0;', '\0', '<![CDATA[', 'é', ']]>'])}<`);
  }
}
