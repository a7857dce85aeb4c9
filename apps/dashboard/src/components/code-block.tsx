import type { JSX } from 'preact';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly text: string;
  readonly dir: 'ltr' | 'auto';
}

/** A text as it is written, with a button that copies it. */
export function CodeBlock({ text, dir }: CodeBlockProps): JSX.Element {
  return (
    <div class="code">
      <CopyButton text={text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir={dir}>
        {text}
      </pre>
    </div>
  );
}
