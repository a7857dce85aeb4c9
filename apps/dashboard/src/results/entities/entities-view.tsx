import { useSignal } from '@preact/signals';
import type { Entity, ExtractEntitiesData } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../../components/data-table.tsx';
import { formatShare } from '../../components/format.ts';
import { languageDirection, partDirection } from '../../components/language-direction.ts';
import { LongText } from '../../components/long-content/long-text.tsx';
import { rowPartLength, textPartLength, useParts } from '../../components/long-content/use-parts.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { t } from '../../messages/translate-message.ts';
import { cutIntoSegments } from '../spans/spans.ts';
import { entityCode, entityName, entityTone } from './entity-kinds.ts';

interface EntitiesViewProps {
  readonly data: ExtractEntitiesData;
  /** The text of the request; empty if it is not known. */
  readonly text: string;
}

/** The text with its entities, a legend that filters them, and a table. */
export function EntitiesView({
  data: { entities, redacted, language },
  text,
}: EntitiesViewProps): JSX.Element {
  const hidden = useSignal<ReadonlySet<string>>(new Set());
  if (entities.length === 0) return <p class="empty hint">{t('entities.none')}</p>;
  const counts = Map.groupBy(entities, ({ type }) => type);
  const shown = entities.filter(({ type }) => !hidden.value.has(type));
  const dir = languageDirection(language);
  const toggle = (type: string): void => {
    const next = new Set(hidden.value);
    if (!next.delete(type)) next.add(type);
    hidden.value = next;
  };
  const tabs = [
    ...(text === ''
      ? []
      : [
          {
            name: 'text',
            label: t('result.text'),
            render: () => <MarkedText text={text} entities={shown} dir={dir} />,
          },
        ]),
    { name: 'table', label: t('result.table'), render: () => <EntityTable entities={shown} /> },
    ...(redacted === undefined
      ? []
      : [
          {
            name: 'redacted',
            label: t('entities.redacted'),
            render: () => <LongText text={redacted} dir={partDirection(redacted, dir)} />,
          },
        ]),
  ];
  return (
    <>
      <fieldset class="legend row" aria-label={t('entities.filter')}>
        {[...counts].map(([type, { length }]) => (
          <button
            key={type}
            type="button"
            class="filter"
            aria-pressed={!hidden.value.has(type)}
            onClick={() => toggle(type)}
          >
            <span class={`swatch ${entityTone(type)}`} aria-hidden="true">
              {entityCode(type)}
            </span>
            {entityName(type)} <span class="count">{length}</span>
          </button>
        ))}
      </fieldset>
      <Tabs label={t('playground.result')} tabs={tabs} />
    </>
  );
}

interface MarkedTextProps {
  readonly text: string;
  readonly entities: readonly Entity[];
  /** Direction of the language of the text. */
  readonly dir: 'auto' | 'ltr' | 'rtl';
}

function MarkedText({ text, entities, dir }: MarkedTextProps): JSX.Element {
  const { end, more } = useParts(text, text.length, textPartLength);
  return (
    <>
      <p class="reading" dir={partDirection(text, dir)}>
        {cutIntoSegments(text.slice(0, end), entities).map((segment, index) => {
          const entity = segment.span === undefined ? undefined : entities[segment.span];
          if (entity === undefined) return segment.text;
          const { type, value } = entity;
          const title = value === undefined ? entityName(type) : `${entityName(type)}: ${value}`;
          return (
            <mark key={index} class={entityTone(type)} title={title}>
              {segment.text}
              <span class="code-letters" aria-label={entityName(type)} role="img">
                {entityCode(type)}
              </span>
            </mark>
          );
        })}
      </p>
      {more}
    </>
  );
}

function EntityTable({ entities }: { readonly entities: readonly Entity[] }): JSX.Element {
  const { end, more } = useParts(entities, entities.length, rowPartLength);
  return (
    <>
      <DataTable
        columns={[
          { label: t('entities.entity') },
          { label: t('entities.type') },
          { label: t('entities.value') },
          { label: t('result.confidence'), isNumber: true },
        ]}
      >
        {entities.slice(0, end).map(({ text, type, value, confidence, startIndex }) => (
          <tr key={startIndex}>
            <td dir="auto">{text}</td>
            <td>
              <span class={`swatch ${entityTone(type)}`} aria-hidden="true">
                {entityCode(type)}
              </span>{' '}
              {entityName(type)}
            </td>
            <td dir="auto">{value ?? ''}</td>
            <td class="number">{formatShare(confidence)}</td>
          </tr>
        ))}
      </DataTable>
      {more}
    </>
  );
}
