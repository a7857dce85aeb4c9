import type { JSX } from 'preact';
import { t } from '../messages/translate-message.ts';
import { route } from '../navigation/route.ts';
import { operations } from '../operations/operations.ts';
import { client } from '../session/session.ts';
import { NeedsKey } from '../session/sign-in.tsx';
import { OperationPage } from './operation-page.tsx';

/** The page of the operation that the URL names, or of the first one. */
export function Playground(): JSX.Element {
  const listed = operations.value ?? [];
  const operation = listed.find(({ name }) => name === route.value.detail) ?? listed[0];
  if (client.value === undefined) return <NeedsKey />;
  return operation === undefined ? (
    <p>{t('playground.none')}</p>
  ) : (
    <OperationPage key={operation.name} operation={operation} />
  );
}
