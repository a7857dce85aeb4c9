import type { FeatureContribution } from './blocks/classify-blocks.ts';

/** Rules that decide on a block whatever its probability is, and those that correct the decision of the classifier. */
export const ruleCauses = [
  'hidden_dialog',
  'advertisement',
  'newsletter',
  'comments',
  'whole_series',
  'whole_table',
  'whole_list',
  'part_of_text',
  'heading_of_text',
  'repeated_text',
] as const;

/** Kinds of evidence that the classifier weighs. */
export const evidenceCauses = [
  'links',
  'text',
  'wording',
  'area',
  'class_name',
  'surroundings',
  'repetition',
  'position',
  'title',
  'headings',
  'main_text',
  'metadata',
] as const;

/** A reason for a decision on a block of text. */
export interface BlockCause {
  readonly cause: (typeof ruleCauses)[number] | (typeof evidenceCauses)[number];
  /**
   * For `area` its kind, such as `nav`; for `class_name`, `wording` and `headings` the group of words, such as `cookie`; for
   * `main_text` `inside` or `outside`.
   */
  readonly detail?: string;
  /** For `links`: share of the characters of the text in links, 0 to 1. */
  readonly share?: number;
  /** For `text`: number of words. For `repetition`: number of similar elements. */
  readonly count?: number;
  /** Change of the log-odds that the block is content; undefined for a rule. */
  readonly effect?: number;
}

type Evidence = (typeof evidenceCauses)[number];

/** `page` for the features that all blocks of a page share, which are not a reason for one of them. */
type FeatureCause = Evidence | 'page';

/** Features by exact name; the others have a prefix in `causeOfPrefix`. */
const causeOfFeature = new Map<string, FeatureCause>([
  ...pair(
    'text',
    'chars words wordLength strongShare breaks stopShare commas periods signShare digitShare capitalizedShare upperShare questions currencies separators years end hasAt hasCopyright startsUpper',
  ),
  ...pair('links', 'linkShare links sectionLinkShare'),
  ...pair('surroundings', 'depth sectionShare images'),
  ...pair('position', 'index indexShare charsBefore charsBehind headingsBefore sinceProse untilProse'),
  ...pair('page', 'pageBlocks pageChars'),
  ...pair('title', 'sinceTitle behindTitle titleShare'),
  ...pair('headings', 'headingLevel sinceHeading headingSharesSection'),
  ...pair('repetition', 'copies copyIndex pathCount pathChars pathWords pathIndex'),
  ...pair('metadata', 'authorShare statedShare describedShare'),
  ...pair(
    'main_text',
    'topSteps inTop topShare densestSteps inDensest densestShare inMain mainShare mainSteps inArticle articleShare',
  ),
]);

/** The first pattern that matches the name of a feature decides. */
const causeOfPrefix: readonly (readonly [RegExp, FeatureCause])[] = [
  [/^next/, 'surroundings'],
  [/^(?:above|unit:|outer:).*link(?:ing)?Share$|^targets:/i, 'links'],
  [/^above\d:alike$|^(?:unit|outer):/, 'repetition'],
  [/^above/, 'surroundings'],
  [/^word:/, 'wording'],
  [/^in:/, 'area'],
  [/^name:/, 'class_name'],
  [/^(?:heading|under|since):/, 'headings'],
  [/^title:/, 'title'],
  [/^(?:body:|points)/, 'main_text'],
  [/^stated:/, 'metadata'],
  [/^page:/, 'page'],
];

function pair(cause: FeatureCause, names: string): [string, FeatureCause][] {
  return names.split(' ').map((name) => [name, cause]);
}

/** Returns the kind of evidence of a feature of the classifier; undefined for an unknown one. */
export function causeOf(feature: string): FeatureCause | undefined {
  return causeOfFeature.get(feature) ?? causeOfPrefix.find(([pattern]) => pattern.test(feature))?.[1];
}

/** Distances to ancestors above this are those of absent ones: `noAncestor` is 31. */
const distanceMax = 30;
const causesMax = 4;
/** Weaker sums of log-odds are not reasons that a person would name. */
const effectMin = 0.05;

/** Facts about a block that a reason can state. */
export interface BlockFacts {
  readonly words: number;
  /** 0 to 1. */
  readonly linkShare: number;
  readonly isInMainText: boolean;
  /** Number of elements like that around the block, including it; 0 for none. */
  readonly similarCount: number;
}

/**
 * Sums the influences of the classifier's features by kind of evidence, since hundreds of features measure the same things
 * in several ways. Returns the strongest ones, in descending order.
 */
export function findCauses(contributions: readonly FeatureContribution[], facts: BlockFacts): BlockCause[] {
  const sums = new Map<string, { cause: Evidence; detail: string | undefined; effect: number }>();
  for (const { feature, value, contribution } of contributions) {
    const cause = causeOf(feature);
    if (cause === undefined || cause === 'page' || value === undefined) continue;
    const detail = detailOf(cause, feature, value);
    if (detail === undefined && hasDetail.has(cause)) continue;
    const key = `${cause} ${detail ?? ''}`;
    const sum = sums.get(key) ?? { cause, detail, effect: 0 };
    sum.effect += contribution;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .filter(({ effect }) => Math.abs(effect) >= effectMin)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .slice(0, causesMax)
    .map(({ cause, detail, effect }) => ({
      cause,
      ...(detail !== undefined && { detail }),
      ...factsOf(cause, facts),
      effect: Math.round(effect * 1000) / 1000,
    }));
}

/** Evidence that has a detail; its absence is not a reason that a person would name. */
const hasDetail: ReadonlySet<Evidence> = new Set<Evidence>(['area', 'class_name', 'wording']);

/** The group of words or the kind of ancestor that a feature found; undefined if it is absent. */
function detailOf(cause: Evidence, feature: string, value: number): string | undefined {
  const [prefix = '', name = ''] = feature.split(':');
  if (cause === 'area' || cause === 'class_name') return value <= distanceMax ? name : undefined;
  const isGroup = cause === 'wording' || (cause === 'headings' && prefix !== 'since' && name !== '');
  return isGroup && value > 0 ? name : undefined;
}

function factsOf(
  cause: Evidence,
  { words, linkShare, isInMainText, similarCount }: BlockFacts,
): Pick<BlockCause, 'detail' | 'share' | 'count'> {
  switch (cause) {
    case 'links':
      return { share: Math.round(linkShare * 1000) / 1000 };
    case 'text':
      return { count: words };
    case 'repetition':
      return similarCount > 0 ? { count: similarCount } : {};
    case 'main_text':
      return { detail: isInMainText ? 'inside' : 'outside' };
    default:
      return {};
  }
}
