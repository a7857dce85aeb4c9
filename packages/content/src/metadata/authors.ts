import { isRecord } from '@quern/runtime/is-record';
import metaNames from './meta-names.data.json' with { type: 'json' };
import type { MetaValues } from './meta-values.ts';
import type { PageMarks } from './page-marks.ts';
import { bylineNames, givenNameFirst, nameKey, namesIn, uniqueNames } from './person-names.ts';
import { readableText } from './readable-text.ts';
import { type ReferenceResolver, type StructuredItem, structuredTexts } from './structured-data.ts';

/** The parts of a page that name its authors. */
interface AuthorSource {
  readonly meta: MetaValues;
  readonly marks: PageMarks;
  readonly items: readonly StructuredItem[];
  readonly siteName: string;
  readonly resolve: ReferenceResolver;
}

/** Links that name no author. */
const linkText = /^(?:view|more|read|see|all|about|follow|visit)\b/i;
const authorsMax = 500;
/** Characters between the authors of one article. */
const bylineDistanceMax = 80;
/** Meta elements that state the family name first. */
const familyNameFirst = /^(?:citation|dc|eprints)/;

/**
 * Returns the names of a page's authors, joined by commas: those of the first statement that has any, or of a later one
 * that names more people and all of them. Bylines count only if nothing else names an author.
 *
 * @param language BCP 47 tag of the page
 */
export function authorOf(source: AuthorSource, language: string): string {
  const { meta, marks, items, siteName } = source;
  const named = (texts: readonly string[]) => uniqueNames(texts.flatMap((text) => namesIn(text, language)));
  const statements = [
    ...items.flatMap(({ value }) =>
      [value['author'], value['creator']].map((authors) => named(authorTexts(authors, source))),
    ),
    ...metaNames.author.map((name) => named(metaAuthors(meta, name))),
    named(marks.authorLinks.filter((text) => !linkText.test(text))),
  ];
  const stated = statements.reduce<readonly string[]>(
    (best, names) => (best.length === 0 || isExtension(names, best) ? names : best),
    [],
  );
  // The line "by" on the page of a product names its manufacturer.
  const isProduct = items.some(({ types }) => types.includes('Product'));
  const found = stated.length > 0 || isProduct ? stated : bylineAuthors(marks, language);
  const names = found.length > 0 ? found : handles(meta);
  const people = names.filter((name) => nameKey(name) !== nameKey(siteName));
  return (people.length > 0 ? people : names).join(', ');
}

/** Names in the first byline and in those next to it; none if there are others farther away, as in a list of articles. */
function bylineAuthors({ bylines }: PageMarks, language: string): string[] {
  const named = bylines
    .map(({ text, ...byline }) => ({
      ...byline,
      names: bylineNames(text, language, byline.className !== ''),
    }))
    .filter(({ names }) => names.length > 0);
  const [first, ...others] = named;
  if (first === undefined) return [];
  const names = [...first.names];
  let { position } = first;
  for (const other of others.filter(({ className }) => className === first.className)) {
    if (other.position - position <= bylineDistanceMax) {
      names.push(...other.names);
      position = other.position;
    } else if (other.names.some((name) => !names.includes(name))) return [];
  }
  return uniqueNames(names);
}

/** Whether one list names everybody of another one and more. */
function isExtension(names: readonly string[], others: readonly string[]): boolean {
  if (names.length <= others.length) return false;
  const keys = new Set(names.map(nameKey));
  return others.every((name) => keys.has(nameKey(name)));
}

function metaAuthors(meta: MetaValues, name: string): string[] {
  const texts = meta.all([name]).flatMap((text) => readableText(text).split(/\s*;\s*/));
  return familyNameFirst.test(name) ? texts.map(givenNameFirst) : texts;
}

/** Texts of the authors of an item: a name, given and family name, or the object that is referred to. */
function authorTexts(authors: unknown, { resolve }: AuthorSource): string[] {
  return [authors]
    .flat(2)
    .slice(0, authorsMax)
    .flatMap((author) => {
      const id = isRecord(author) ? author['@id'] : undefined;
      const person =
        typeof id === 'string' && isRecord(author) && author['name'] === undefined ? resolve(id) : author;
      if (!isRecord(person) || person['name'] !== undefined) return structuredTexts(person);
      const parts = ['givenName', 'additionalName', 'familyName'].flatMap((key) =>
        structuredTexts(person[key]),
      );
      return parts.length > 0 ? [parts.join(' ')] : structuredTexts(person);
    });
}

/** The author's account, if it is not that of the site. */
function handles(meta: MetaValues): string[] {
  const site = meta.first('twittersite').toLowerCase();
  const handle = meta.first('twittercreator');
  return handle === '' || handle.toLowerCase() === site || handle.includes('/') ? [] : [handle];
}
