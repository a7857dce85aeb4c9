import type { JSX } from 'preact';
import { findMessage, t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { operations } from '../operations/operations.ts';

/** The operations of the service, with what they do and cost. */
export function Playground(): JSX.Element {
  return (
    <>
      <h1>{t('nav.playground')}</h1>
      <ul class="tiles">
        {operations.value?.map(({ name, description, price }) => (
          <li key={name} class="card">
            <h2>
              <a href={`/docs#${name}`}>{operationTitle(name)}</a>
            </h2>
            <p>{findMessage(`about.${name}`) ?? description}</p>
            <p class="hint">{price}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
