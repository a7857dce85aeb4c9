import type { JSX } from 'preact';
import { CopyButton } from '../../components/copy-button.tsx';

/** Markdown as text, with a button that copies it. */
export function MarkdownSource({ markdown }: { readonly markdown: string }): JSX.Element {
  return (
    <div class="code">
      <CopyButton text={markdown} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="auto">
        {markdown}
      </pre>
    </div>
  );
}
