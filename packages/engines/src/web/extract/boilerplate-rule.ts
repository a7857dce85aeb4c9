import type { Element } from 'hast';
import { type Extent, extentOf } from './measure-tree.ts';
import type { PageKind } from './page-kind.ts';
import { hiddenProperty, property } from './page-tree.ts';

const boilerplateTag = /^(?:nav|footer|aside|button)$/;
const boilerplateRole =
  /^(?:navigation|banner|contentinfo|dialog|alertdialog|complementary|search|menu|menubar|toolbar|tablist)$/;
/** Words that sites put into class and id of what is not content; each is a whole part of the name. */
const boilerplateName = new RegExp(
  `(?:^|[\\s_-])(?:${[
    'nav|navbar|navigation|menu|megamenu|footer|sidebar|breadcrumbs?|site-?header|masthead|topbar|offcanvas|toc',
    'cookies?|consent|gdpr|popup|modal|overlay|drawer|dropdown|tooltip|alert|banner|skip|buttons?|btn|badge|avatar',
    'share|sharing|social|related|recommend\\w*|newsletter|subscribe|subscription|signup|login|search|cart',
    'advert\\w*|ads?|cta|tags|byline|meta|author-?bio|copyright|rating-stars|signature',
    'pagination|pager|paging|toolbar|filters?|facets?|sort|carousel-nav',
  ].join('|')})(?:$|[\\s_-])`,
  'i',
);
const hiddenBoilerplateName = /sr-only|visually|screen-?reader|dialog|template|option|error|success/i;

/** What readers wrote below an article is not the article; on a forum it is the content. */
const commentsName = /(?:^|[\s_-])(?:comments?|disqus\w*)(?:$|[\s_-])/i;

/** Parts of the root that may go, by how sure the sign is. */
const shareOfTag = 0.6;
const shareOfHeader = 0.5;
const shareOfForm = 0.4;
const shareOfName = 0.2;
/** Hidden text shorter than this is a label; longer it may be a folded answer or a tab. */
const hiddenTextMin = 75;
const hiddenLinkShareMax = 0.35;
const headerTextMax = 750;

/**
 * Decides for an element below `root` whether it stays, by tag, role, name and size: whatever holds much of
 * the root's text is content, however it is called. Shares were tuned on the development half of WCXB.
 */
export function boilerplateRule(
  root: Element,
  extents: ReadonlyMap<number, Extent>,
  kind: PageKind,
): (element: Element) => boolean {
  const rootText = Math.max(1, extentOf(extents, root).text);
  return (element) => {
    const extent = extentOf(extents, element);
    const share = extent.text / rootText;
    if (element.properties[hiddenProperty] && !isFoldedContent(element, extent)) return false;
    if (boilerplateTag.test(element.tagName) || boilerplateRole.test(property(element, 'role'))) {
      return share > shareOfTag;
    }
    if (element.tagName === 'header') {
      return (extent.mainHeadings > 0 && extent.text < headerTextMax) || share > shareOfHeader;
    }
    if (element.tagName === 'form') return share > shareOfForm;
    if (share >= shareOfName || /^(?:main|article|h1|body)$/.test(element.tagName)) return true;
    const name = nameOf(element);
    if (kind !== 'forum' && commentsName.test(name)) return false;
    return extent.mainHeadings > 0 || !boilerplateName.test(name);
  };
}

function isFoldedContent(element: Element, extent: Extent): boolean {
  if (extent.text < hiddenTextMin || extent.linkText > extent.text * hiddenLinkShareMax) return false;
  const name = `${nameOf(element)} ${property(element, 'role')}`;
  return !boilerplateName.test(name) && !hiddenBoilerplateName.test(name);
}

function nameOf(element: Element): string {
  return `${property(element, 'className')} ${property(element, 'id')}`;
}
