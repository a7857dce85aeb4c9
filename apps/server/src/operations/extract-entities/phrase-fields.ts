import { entityTypes } from '@quern/nlp/entities/rules/entity-types';
import { normalizeSpaces } from '@quern/nlp/entities/selection/normalize-spaces';
import type { DeniedPhrase } from '@quern/nlp/entities/selection/select-entities';
import { z } from 'zod';

/** Maximum number of phrases of a list. */
const phrasesMax = 1000;
/** Maximum length of a phrase, in UTF-16 code units. */
const phraseLengthMax = 200;

/** A type of entities. */
export const entityTypeField = z
  .enum(entityTypes, { error: `is not a type of entities; use ${entityTypes.join(', ')}` })
  .meta({ title: 'EntityType' });

const phraseList = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(phrasesMax, { error: `must have at most ${phrasesMax} entries` });

/** Phrases that are not entities. */
export const allowField = phraseList(z.string()).superRefine((phrases, context) => {
  for (const [index, phrase] of phrases.entries()) checkPhrase(phrase, [index], context);
});

/** Phrases that always are entities. */
export const denyField = phraseList(
  z.union(
    [
      z.string(),
      z
        .strictObject({
          text: z.string().describe('The phrase'),
          type: entityTypeField.optional().describe('Type of the entity; default: `OTHER`'),
        })
        .meta({ title: 'DeniedPhrase' }),
    ],
    {
      error:
        'must be a string, or an object with a text and a type of entities, such as {"text": "Falcon", "type": "PRODUCT"}',
    },
  ),
).superRefine((items, context) => {
  const types = new Map<string, string>();
  for (const [index, item] of items.entries()) {
    const { text, type = 'OTHER' } = toDeniedPhrase(item);
    checkPhrase(text, typeof item === 'string' ? [index] : [index, 'text'], context);
    const phrase = normalizeSpaces(text);
    const earlier = types.get(phrase) ?? type;
    types.set(phrase, earlier);
    if (earlier === type) continue;
    const message = `"${phrase}" has two types, ${earlier} and ${type}`;
    context.addIssue({ code: 'custom', message, path: [index] });
  }
});

/** Reports phrases that are in both lists. */
export function checkPhraseLists(
  {
    allow = [],
    deny = [],
  }: {
    readonly allow?: readonly string[] | undefined;
    readonly deny?: readonly (string | DeniedPhrase)[] | undefined;
  },
  context: z.RefinementCtx,
): void {
  const allowed = new Set(allow.map(normalizeSpaces));
  for (const [index, item] of deny.entries()) {
    const phrase = normalizeSpaces(toDeniedPhrase(item).text);
    if (!allowed.has(phrase)) continue;
    context.addIssue({ code: 'custom', message: `"${phrase}" is in allow too`, path: ['deny', index] });
  }
}

const toDeniedPhrase = (item: string | DeniedPhrase): DeniedPhrase =>
  typeof item === 'string' ? { text: item } : item;

function checkPhrase(phrase: string, path: readonly (string | number)[], context: z.RefinementCtx): void {
  const report = (message: string) =>
    context.addIssue({ code: 'custom', message, path: [...path], input: phrase });
  if (phrase.length > phraseLengthMax) report(`must have at most ${phraseLengthMax} UTF-16 code units`);
  else if (!/\S/.test(phrase)) report('must not be empty or blank');
}
