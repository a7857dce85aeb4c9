import type { ConvertData } from '@quern/sdk';
import type { JSX } from 'preact';
import { CodeBlock } from '../components/code-block.tsx';
import { languageName } from '../components/format.ts';
import { languageDirection, partDirection } from '../components/language-direction.ts';
import { useParts } from '../components/long-content/use-parts.tsx';
import { Tabs } from '../components/tabs.tsx';
import { t } from '../messages/translate-message.ts';
import { MarkdownPreview } from './markdown/markdown-preview.tsx';
import { DocumentPages } from './pages/document-pages.tsx';
import { isPdf } from './pages/pdf-source.ts';
import { RowsTable } from './rows-table.tsx';

interface DocumentViewProps {
  readonly data: ConvertData;
  readonly file: File | undefined;
  /** Of an encrypted document; '' for none. */
  readonly password: string;
}

/** A converted document: preview, Markdown, pages, tables and chunks. */
export function DocumentView({ data, file, password }: DocumentViewProps): JSX.Element {
  const { markdown, tables, chunks, metadata, format } = data;
  const dir = languageDirection(metadata.language);
  const facts = [
    [t('document.format'), format.toUpperCase()],
    [t('document.title'), metadata.title],
    [t('document.author'), metadata.author],
    [t('document.language'), languageName(metadata.language)],
    [t('document.pages'), metadata.pageCount === null ? '' : String(metadata.pageCount)],
  ] as const;
  const tabs = [
    {
      name: 'preview',
      label: t('result.preview'),
      render: () => <MarkdownPreview markdown={markdown} dir={dir} />,
    },
    { name: 'markdown', label: 'Markdown', render: () => <CodeBlock text={markdown} dir="auto" /> },
    ...(format === 'pdf' && isPdf(file)
      ? [
          {
            name: 'pages',
            label: t('document.pages'),
            render: () => <DocumentPages data={data} file={file} password={password} />,
          },
        ]
      : []),
    ...(tables.length === 0
      ? []
      : [
          {
            name: 'tables',
            label: t('result.tables'),
            render: () => <Tables tables={tables} dir={dir} />,
          },
        ]),
    ...(chunks === undefined
      ? []
      : [
          {
            name: 'chunks',
            label: t('result.chunks'),
            render: () => <Chunks chunks={chunks} markdown={markdown} dir={dir} />,
          },
        ]),
  ];
  return (
    <>
      <FactList facts={facts} />
      <Tabs label={t('playground.result')} tabs={tabs} />
    </>
  );
}

/** Tables and chunks that are shown at once. */
const tablesPartLength = 20;
const chunksPartLength = 50;

interface TablesProps extends Pick<ConvertData, 'tables'> {
  /** Direction of the language of the document. */
  readonly dir: 'auto' | 'ltr' | 'rtl';
}

function Tables({ tables, dir }: TablesProps): JSX.Element {
  const { end, more } = useParts(tables, tables.length, tablesPartLength);
  return (
    <>
      {tables.slice(0, end).map(({ rows, startIndex }) => (
        <RowsTable key={startIndex} rows={rows} dir={dir} />
      ))}
      {more}
    </>
  );
}

interface ChunksProps {
  readonly chunks: NonNullable<ConvertData['chunks']>;
  readonly markdown: string;
  readonly dir: TablesProps['dir'];
}

function Chunks({ chunks, markdown, dir }: ChunksProps): JSX.Element {
  const { end, more } = useParts(chunks, chunks.length, chunksPartLength);
  return (
    <>
      <ol class="chunks">
        {chunks.slice(0, end).map(({ startIndex, endIndex, headings, tokenCount }) => (
          <li key={startIndex}>
            <p class="hint">{[...headings, t('playground.tokens', { count: tokenCount })].join(' · ')}</p>
            <p class="reading" dir={partDirection(markdown.slice(startIndex, endIndex), dir)}>
              {markdown.slice(startIndex, endIndex)}
            </p>
          </li>
        ))}
      </ol>
      {more}
    </>
  );
}

/** Names and values; those without a value are left out. */
export function FactList({ facts }: { readonly facts: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <dl class="fact-list">
      {facts
        .filter(([, value]) => value !== '' && value !== '–')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
