import MarkdownIt from 'markdown-it';
import { t } from '../../messages/translate-message.ts';

const reader = new MarkdownIt({ html: false, linkify: false });
// A picture would be requested from another site; its description is shown instead.
reader.renderer.rules['image'] = (tokens, index) => reader.utils.escapeHtml(tokens[index]?.content ?? '');

/** Returns Markdown as elements. Scripts, HTML, pictures and addresses other than those of the web have no effect. */
export function renderMarkdown(markdown: string): Node[] {
  const { body } = new DOMParser().parseFromString(reader.render(markdown), 'text/html');
  for (const link of body.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  // Headings of the document are below those of the page.
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(6, Number(heading.tagName.slice(1)) + 2);
    const lower = document.createElement(`h${level}`);
    lower.className = heading.tagName.toLowerCase();
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
