import type { ScrapeData } from '@quern/sdk';
import { formatShare } from '../../components/format.ts';
import { findMessage, t } from '../../messages/translate-message.ts';

/** Why the parts of a page were kept or removed. */
export type Explanation = NonNullable<ScrapeData['explanation']>;
/** The decision on a block of text. */
export type ExplainedBlock = Explanation['blocks'][number];
type Reason = ExplainedBlock['reasons'][number];

/** Returns a reason in words. */
export function describeReason({ cause, detail = '', share, count }: Reason): string {
  switch (cause) {
    case 'links':
      return share === 0 || share === undefined
        ? t('why.noLinks')
        : t('why.links', { share: formatShare(share) });
    case 'text':
      return t('why.text', { count: count ?? 0 });
    case 'repetition':
      return count === undefined ? t('why.repetition') : t('why.repetitionCount', { count });
    case 'area':
      return findMessage(`area.${detail}`) ?? detail;
    case 'wording':
      return t('why.wording', { detail: findMessage(`words.${detail}`) ?? detail });
    case 'headings':
      return detail === ''
        ? t('why.headings')
        : t('why.headingsDetail', { detail: findMessage(`words.${detail}`) ?? detail });
    case 'class_name':
      return t('why.class_name', { detail });
    case 'main_text':
      return t(detail === 'inside' ? 'why.inside' : 'why.outside');
    case 'title':
      return t('why.titleDistance');
    default:
      return t(`why.${cause}`);
  }
}

/** The reasons of a decision, and the evidence against it. */
export interface DescribedReasons {
  readonly decisive: readonly string[];
  readonly contrary: readonly string[];
}

/** Divides the reasons of a block into those for its decision and those against it. */
export function describeReasons({ kept, reasons }: ExplainedBlock): DescribedReasons {
  const isDecisive = ({ effect }: Reason): boolean => effect === undefined || effect > 0 === kept;
  return {
    decisive: reasons.filter(isDecisive).map(describeReason),
    contrary: reasons.filter((reason) => !isDecisive(reason)).map(describeReason),
  };
}

/** Which blocks are shown. */
export const blockFilters = ['all', 'kept', 'removed'] as const;
/** Which blocks are shown. */
export type BlockFilter = (typeof blockFilters)[number];

/** Returns the blocks of a filter whose text, path or reasons contain the words of a search. */
export function findBlocks(
  blocks: readonly ExplainedBlock[],
  filter: BlockFilter,
  search: string,
): readonly ExplainedBlock[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return blocks.filter((block) => {
    if (filter !== 'all' && block.kept !== (filter === 'kept')) return false;
    if (words.length === 0) return true;
    const { decisive, contrary } = describeReasons(block);
    const content = [block.text, block.path, ...decisive, ...contrary].join('\n').toLowerCase();
    return words.every((word) => content.includes(word));
  });
}
