import type { JSX } from 'preact';

/** A link to another site; addresses of other kinds than the web are shown as text. */
export function PageLink({ url, text }: { readonly url: string; readonly text: string }): JSX.Element {
  const label = text.trim() === '' ? url : text;
  if (!/^https?:\/\//.test(url)) return <span dir="auto">{label}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" dir="auto" title={url}>
      {label}
    </a>
  );
}
