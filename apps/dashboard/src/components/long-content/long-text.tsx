import type { JSX } from 'preact';
import { textPartLength, useParts } from './use-parts.tsx';

/** A text as a reader sees it, part by part. */
export function LongText({ text }: { readonly text: string }): JSX.Element {
  const { end, more } = useParts(text, text.length, textPartLength);
  return (
    <>
      <p class="reading" dir="auto">
        {text.slice(0, end)}
      </p>
      {more}
    </>
  );
}
