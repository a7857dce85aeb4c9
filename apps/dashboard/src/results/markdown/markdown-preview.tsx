import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { partDirection } from '../../components/language-direction.ts';
import { textPartLength, useParts } from '../../components/long-content/use-parts.tsx';
import { t } from '../../messages/translate-message.ts';
import { splitMarkdown } from './split-markdown.ts';

interface MarkdownPreviewProps {
  readonly markdown: string;
  /** Direction of the language of the text. */
  readonly dir: 'auto' | 'ltr' | 'rtl';
}

/** Markdown as a document, part by part. HTML in it is shown as text, and pictures as their descriptions, so nothing is loaded. */
export function MarkdownPreview({ markdown, dir }: MarkdownPreviewProps): JSX.Element {
  const parts = useMemo(() => splitMarkdown(markdown, textPartLength), [markdown]);
  const { end, more } = useParts(parts, parts.length, 1);
  return (
    <>
      {parts.slice(0, end).map((part, index) => (
        <MarkdownPart key={index} markdown={part} dir={dir} />
      ))}
      {more}
    </>
  );
}

function MarkdownPart({ markdown, dir }: MarkdownPreviewProps): JSX.Element {
  const target = useRef<HTMLDivElement>(null);
  const isReady = useSignal(false);
  useEffect(() => {
    let isCurrent = true;
    void import('./render-markdown.ts').then(({ renderMarkdown }) => {
      if (!isCurrent) return;
      target.current?.replaceChildren(...renderMarkdown(markdown, dir));
      isReady.value = true;
    });
    return () => {
      isCurrent = false;
    };
  }, [markdown, dir]);
  return (
    <>
      {!isReady.value && <p class="hint">{t('app.loading')}</p>}
      <div ref={target} class="reading rendered" dir={partDirection(markdown, dir)} />
    </>
  );
}
