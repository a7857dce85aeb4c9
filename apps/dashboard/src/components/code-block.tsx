import type { JSX } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { textPartLength, useParts } from './long-content/use-parts.tsx';

interface CodeBlockProps {
  readonly text: string;
  readonly dir: 'ltr' | 'auto';
}

/** A text as it is written, part by part, with a button that copies all of it. */
export function CodeBlock({ text, dir }: CodeBlockProps): JSX.Element {
  const { end, more } = useParts(text, text.length, textPartLength);
  return (
    <div class="code">
      <CopyButton text={text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir={dir}>
        {text.slice(0, end)}
      </pre>
      {more}
    </div>
  );
}
