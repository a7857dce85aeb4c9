import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../messages/translate-message.ts';

/** Markdown as a document. HTML in it is shown as text, and pictures as their descriptions, so nothing is loaded. */
export function MarkdownPreview({ markdown }: { readonly markdown: string }): JSX.Element {
  const target = useRef<HTMLDivElement>(null);
  const isReady = useSignal(false);
  useEffect(() => {
    let isCurrent = true;
    void import('./render-markdown.ts').then(({ renderMarkdown }) => {
      if (!isCurrent) return;
      target.current?.replaceChildren(...renderMarkdown(markdown));
      isReady.value = true;
    });
    return () => {
      isCurrent = false;
    };
  }, [markdown]);
  return (
    <>
      {!isReady.value && <p class="hint">{t('app.loading')}</p>}
      <div ref={target} class="reading rendered" dir="auto" />
    </>
  );
}
