import type { DomElement } from '@quern/content/dom/dom';
import { buildElement } from './build-element.ts';
import { type ForeignGroup, groupSizeMin, unitsMax } from './foreign-units.ts';
import words from './interruption-words.data.json' with { type: 'json' };
import type { SeededRandom } from './seeded-random.ts';

/** Texts of other pages that go into a composed one. */
export interface ForeignTexts {
  /** Titles of other pages. */
  readonly headlines: readonly string[];
  /** Short texts around the content of other pages that ask for a subscription, an account or a comment. */
  readonly prompts: readonly string[];
}

const listOf = (name: keyof typeof words): readonly string[] => words[name].split('|');

const noHeadingShare = 0.4;
const headlinesMax = 4;

/** Wraps repeated units with a heading such as "Comments" or "More stories", which four of ten lack. */
export function wrapUnits({ units, isDiscussion }: ForeignGroup, random: SeededRandom): DomElement[] {
  const count = groupSizeMin + random.below(unitsMax - groupSizeMin + 1);
  const wrapper = buildElement(units[0]?.name === 'li' ? 'ul' : 'div', units.slice(0, count));
  if (random.next() < noHeadingShare) return [wrapper];
  const text = random.pick(listOf(isDiscussion ? 'comments' : 'related')) ?? '';
  const heading = buildElement(random.pick(['h2', 'h2', 'h3', 'h4', 'div', 'p']) ?? 'h2', [text]);
  return random.next() < 0.5 ? [buildElement('div', [heading, wrapper])] : [heading, wrapper];
}

/** Builds what sites put between the paragraphs of an article: links to others, prompts to subscribe, buttons to share. */
export function buildInterruption(texts: ForeignTexts, random: SeededRandom): DomElement {
  const build =
    random.pick([linkLine, linkLine, linkLine, linkList, card, prompt, prompt, shareButtons]) ?? linkLine;
  return build(texts, random);
}

function headlineLink({ headlines }: ForeignTexts, random: SeededRandom): DomElement {
  const headline = random.pick(headlines) ?? '';
  const text = random.next() < 0.1 ? headline.toUpperCase() : headline;
  return buildElement('a', [text], { href: `/${random.below(100_000)}` });
}

/** A line with the title of another article. */
function linkLine(texts: ForeignTexts, random: SeededRandom): DomElement {
  const link = headlineLink(texts, random);
  const words = random.pick(listOf('readMore')) ?? '';
  const colon = random.next() < 0.7 ? ': ' : ' ';
  const layouts: readonly (() => readonly (DomElement | string)[])[] = [
    () => [link],
    () => [buildElement('strong', [link])],
    () => [`${words}${colon}`, link],
    () => [buildElement(random.pick(['strong', 'b', 'em', 'span']) ?? 'b', [`${words}${colon}`]), link],
    () => [buildElement('a', [`${words}${colon}`, ...textOf(link)], link.attributes)],
  ];
  const children = (random.pick(layouts) ?? (() => [link]))();
  const line = buildElement(random.pick(['p', 'p', 'p', 'div', 'h4', 'blockquote']) ?? 'p', children);
  return random.next() < 0.2 ? buildElement(random.pick(['div', 'aside']) ?? 'div', [line]) : line;
}

function textOf({ children }: DomElement): string[] {
  return children.flatMap((child) => (child.kind === 'text' ? [child.value] : []));
}

/** A box with several titles. */
function linkList(texts: ForeignTexts, random: SeededRandom): DomElement {
  const count = 2 + random.below(headlinesMax - 1);
  const items = Array.from({ length: count }, () => buildElement('li', [headlineLink(texts, random)]));
  const heading = buildElement(random.pick(['h3', 'h4', 'p', 'div', 'strong']) ?? 'h3', [
    random.pick(listOf(random.next() < 0.5 ? 'related' : 'readMore')) ?? '',
  ]);
  const list = buildElement('ul', items);
  return buildElement(
    random.pick(['div', 'aside', 'section']) ?? 'div',
    random.next() < 0.2 ? [list] : [heading, list],
  );
}

/** A title with a picture and the first sentence. */
function card(texts: ForeignTexts, random: SeededRandom): DomElement {
  const link = headlineLink(texts, random);
  const image = buildElement('img', [], { src: `/${random.below(1000)}.jpg`, alt: '' });
  const title = buildElement(random.pick(['h3', 'h4', 'div', 'p']) ?? 'h3', [link]);
  const excerpt = buildElement('p', [`${random.pick(texts.headlines) ?? ''}.`]);
  const parts = [...(random.next() < 0.7 ? [image] : []), title, ...(random.next() < 0.6 ? [excerpt] : [])];
  return buildElement(random.pick(['div', 'aside', 'article', 'section']) ?? 'div', parts);
}

/** A text that asks for a subscription, an account or a donation, with a form in one of three cases. */
function prompt({ prompts }: ForeignTexts, random: SeededRandom): DomElement {
  const own = listOf('promotions');
  const text = random.pick(random.next() < 0.5 ? prompts : own) ?? random.pick(own) ?? '';
  const layout = random.next();
  if (layout < 0.3) return buildElement('p', [random.next() < 0.4 ? buildElement('em', [text]) : text]);
  if (layout < 0.5) return buildElement('div', [text]);
  const heading = buildElement(random.pick(['h3', 'h4', 'strong']) ?? 'h3', [random.pick(own) ?? '']);
  const form = buildElement('form', [
    buildElement('input', [], { type: 'email' }),
    buildElement('button', ['OK']),
  ]);
  const parts = [heading, buildElement('p', [text]), ...(random.next() < 0.5 ? [form] : [])];
  return buildElement(random.pick(['div', 'aside', 'section']) ?? 'div', parts);
}

function shareButtons(_texts: ForeignTexts, random: SeededRandom): DomElement {
  const networks = listOf('networks');
  const from = random.below(networks.length - 3);
  const items = networks
    .slice(from, from + 3 + random.below(3))
    .map((name) =>
      buildElement('li', [
        buildElement('a', [name], { href: `https://${name.toLowerCase()}.example/share` }),
      ]),
    );
  return buildElement('div', [
    buildElement(random.pick(['p', 'div', 'span', 'h4']) ?? 'p', [random.pick(listOf('share')) ?? '']),
    buildElement('ul', items),
  ]);
}
