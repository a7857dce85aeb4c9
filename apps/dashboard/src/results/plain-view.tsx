import type { JSX } from 'preact';
import { formatNumber } from '../components/format.ts';
import { toWords } from '../messages/option-label.ts';

/** A result of an operation that the dashboard does not know: its names and values. */
export function PlainView({ data }: { readonly data: Readonly<Record<string, unknown>> }): JSX.Element {
  return (
    <dl class="fact-list">
      {Object.entries(data).map(([name, value]) => (
        <div key={name}>
          <dt>{toWords(name)}</dt>
          <dd dir="auto">
            <PlainValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function PlainValue({ value }: { readonly value: unknown }): JSX.Element {
  if (typeof value === 'number') return <>{formatNumber(value)}</>;
  if (typeof value === 'string') return <>{value}</>;
  if (typeof value === 'boolean') return <>{value ? '✓' : '✗'}</>;
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((item, index) => (
          <li key={index}>
            <PlainValue value={item} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value === 'object' && value !== null)
    return <PlainView data={value as Readonly<Record<string, unknown>>} />;
  return <>–</>;
}
