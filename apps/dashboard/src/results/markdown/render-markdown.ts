import MarkdownIt from 'markdown-it';
import { partDirection } from '../../components/language-direction.ts';
import { t } from '../../messages/translate-message.ts';

const reader = new MarkdownIt({ html: false, linkify: false });
// A picture would be requested from another site; its description is shown instead.
reader.renderer.rules['image'] = (tokens, index) => reader.utils.escapeHtml(tokens[index]?.content ?? '');

/** Elements that have a direction, so that a table in another language has its first column at its side. */
const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, table, th, td';

/**
 * Returns Markdown as elements. Scripts, HTML, pictures and addresses other than those of the web have no effect.
 *
 * @param dir direction of the language of the text
 */
export function renderMarkdown(markdown: string, dir: 'auto' | 'ltr' | 'rtl'): Node[] {
  const { body } = new DOMParser().parseFromString(reader.render(markdown), 'text/html');
  for (const block of body.querySelectorAll<HTMLElement>(blocks)) {
    const direction = partDirection(block.textContent, dir);
    if (direction !== undefined) block.dir = direction;
  }
  for (const pre of body.querySelectorAll('pre')) pre.dir = 'ltr';
  for (const link of body.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  // Headings of the document are below those of the page.
  for (const heading of body.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(6, Number(heading.tagName.slice(1)) + 2);
    const lower = document.createElement(`h${level}`);
    lower.className = heading.tagName.toLowerCase();
    lower.dir = heading.dir;
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
  for (const wide of body.querySelectorAll('table, pre')) {
    const area = document.createElement('div');
    area.className = 'scroll';
    // Reached by the keyboard, so that what is outside of the page can be read (WCAG 2.1.1).
    area.tabIndex = 0;
    area.role = 'group';
    area.ariaLabel = wide.tagName === 'TABLE' ? t('result.table') : t('result.codeBlock');
    wide.replaceWith(area);
    area.append(wide);
  }
  return [...body.childNodes];
}
