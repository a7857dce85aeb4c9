import type { ScrapeData } from '@quern/sdk';
import type { JSX } from 'preact';
import { CodeBlock } from '../components/code-block.tsx';
import { languageName } from '../components/format.ts';
import { languageDirection } from '../components/language-direction.ts';
import { Tabs } from '../components/tabs.tsx';
import { t } from '../messages/translate-message.ts';
import { FactList } from './document-view.tsx';
import { PageLink } from './links/page-link.tsx';
import { MarkdownPreview } from './markdown/markdown-preview.tsx';
import { WhyView } from './why/why-view.tsx';

interface ScrapedViewProps {
  readonly data: ScrapeData;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A web page: preview, Markdown, links, a screenshot, and why its parts were kept or removed. */
export function ScrapedView({ data, input }: ScrapedViewProps): JSX.Element {
  const { markdown, metadata, links, screenshot, explanation } = data;
  const facts = [
    [t('document.title'), metadata.title],
    [t('page.site'), metadata.siteName],
    [t('document.author'), metadata.author],
    [t('page.published'), metadata.publishedTime],
    [t('document.language'), languageName(metadata.language)],
    [t('page.address'), metadata.finalUrl],
  ] as const;
  const tabs = [
    {
      name: 'preview',
      label: t('result.preview'),
      render: () => <MarkdownPreview markdown={markdown} dir={languageDirection(metadata.language)} />,
    },
    { name: 'markdown', label: 'Markdown', render: () => <CodeBlock text={markdown} dir="auto" /> },
    ...(links.length === 0
      ? []
      : [
          {
            name: 'links',
            label: `${t('value.links')} (${links.length})`,
            render: () => (
              <ul class="links">
                {links.map(({ url, text }) => (
                  <li key={url}>
                    <PageLink url={url} text={text} />
                  </li>
                ))}
              </ul>
            ),
          },
        ]),
    ...(screenshot === undefined
      ? []
      : [
          {
            name: 'screenshot',
            label: t('value.screenshot'),
            render: () => (
              <img
                class="screenshot"
                src={`data:image/png;base64,${screenshot}`}
                alt={t('value.screenshot')}
              />
            ),
          },
        ]),
    {
      name: 'why',
      label: t('why.title'),
      render: () => <WhyView explanation={explanation} input={input} />,
    },
  ];
  return (
    <>
      <FactList facts={facts} />
      <Tabs label={t('playground.result')} tabs={tabs} />
    </>
  );
}
