import type { JSX } from 'preact';
import { textPartLength, useParts } from './use-parts.tsx';

interface LongTextProps {
  readonly text: string;
  /** Default: that of its first letter. */
  readonly dir?: 'auto' | 'ltr' | 'rtl' | undefined;
}

/** A text as a reader sees it, part by part. */
export function LongText({ text, dir = 'auto' }: LongTextProps): JSX.Element {
  const { end, more } = useParts(text, text.length, textPartLength);
  return (
    <>
      <p class="reading" dir={dir}>
        {text.slice(0, end)}
      </p>
      {more}
    </>
  );
}
