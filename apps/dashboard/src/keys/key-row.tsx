import { useSignal } from '@preact/signals';
import type { ApiKey } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatNumber } from '../components/format.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import { t } from '../messages/translate-message.ts';
import { route } from '../navigation/route.ts';
import { BudgetMeter } from './budget-meter.tsx';
import { describeScopes } from './describe-scopes.ts';
import { KeyForm, type KeySettings } from './key-form.tsx';
import { KeyState } from './key-state.tsx';

/** Columns of the table of keys. */
const columnCount = 6;
const overlaps = [0, 3600, 86_400, 604_800] as const;

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly accountName: string;
  readonly onSave: (settings: KeySettings) => Promise<void>;
  readonly onRotate: (overlapSeconds: number) => Promise<void>;
  readonly onRevoke: () => Promise<void>;
}

/** A key, its use, and what can be done with it. */
export function KeyRow({ apiKey, accountName, onSave, onRotate, onRevoke }: KeyRowProps): JSX.Element {
  const asked = useSignal<'edit' | 'rotate' | 'revoke' | undefined>(undefined);
  const { name, hint, scopes, budget, spent, lastUsedAt } = apiKey;
  const isFound = route.value.detail === apiKey.id;
  useEffect(() => {
    if (isFound) document.getElementById(apiKey.id)?.scrollIntoView({ block: 'center' });
  }, [isFound]);
  const isRevoked = apiKey.revokedAt !== null && apiKey.revokedAt <= Date.now();
  const ask = (question: typeof asked.value) => () => {
    asked.value = question;
  };
  const rotate = async (overlapSeconds: number): Promise<void> => {
    await onRotate(overlapSeconds);
    asked.value = undefined;
  };
  const save = async (settings: KeySettings): Promise<void> => {
    await onSave(settings);
    asked.value = undefined;
  };
  const row = (
    <tr id={apiKey.id} class={[isRevoked ? 'revoked' : '', isFound ? 'found-row' : ''].join(' ')}>
      <td>
        <span dir="auto">{name}</span> <KeyState apiKey={apiKey} />
        <br />
        <code class="hint" dir="ltr">
          {hint}
        </code>
      </td>
      <td dir="auto">{accountName}</td>
      <td>{describeScopes(scopes)}</td>
      <td class="number">
        {formatNumber(spent)}
        {budget !== null && <BudgetMeter spent={spent} budget={budget} />}
      </td>
      <td>
        {lastUsedAt === null ? t('keys.neverUsed') : <RelativeTime ms={lastUsedAt} nowMs={Date.now()} />}
      </td>
      <td>
        {!isRevoked && (
          <div class="row actions">
            {asked.value === undefined && (
              <>
                <button type="button" onClick={ask('edit')}>
                  {t('app.edit')}
                </button>
                <button type="button" onClick={ask('rotate')}>
                  {t('keys.rotate')}
                </button>
                <button type="button" class="danger" onClick={ask('revoke')}>
                  {t('keys.revoke')}
                </button>
              </>
            )}
            {asked.value === 'revoke' && (
              <button type="button" class="danger" onClick={() => void onRevoke()}>
                {t('keys.confirmRevoke')}
              </button>
            )}
            {asked.value === 'rotate' && <RotateForm onRotate={rotate} />}
            {asked.value !== undefined && (
              <button type="button" class="plain" onClick={ask(undefined)}>
                {t('app.cancel')}
              </button>
            )}
          </div>
        )}
      </td>
    </tr>
  );
  if (asked.value !== 'edit') return row;
  return (
    <>
      {row}
      <tr class="edited-row">
        <td colSpan={columnCount}>
          <KeyForm apiKey={apiKey} accounts={[]} onSave={save} />
        </td>
      </tr>
    </>
  );
}

function RotateForm({ onRotate }: Pick<KeyRowProps, 'onRotate'>): JSX.Element {
  const overlap = useSignal<number>(overlaps[2]);
  return (
    <>
      <select
        class="quiet"
        aria-label={t('keys.overlap')}
        value={String(overlap.value)}
        onChange={(event) => {
          overlap.value = Number(event.currentTarget.value);
        }}
      >
        {overlaps.map((seconds) => (
          <option key={seconds} value={seconds}>
            {t(`keys.overlap.${seconds}`)}
          </option>
        ))}
      </select>
      <button type="button" class="primary" onClick={() => void onRotate(overlap.value)}>
        {t('keys.rotate')}
      </button>
    </>
  );
}
