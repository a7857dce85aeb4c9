import type { JSX } from 'preact';
import { Icon } from '../components/icon.tsx';
import { t } from '../messages/translate-message.ts';
import { route, toHash } from '../navigation/route.ts';
import { adminViews, type View, views } from '../navigation/views.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { operations } from '../operations/operations.ts';
import { admin } from '../session/session.ts';

interface RailProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The sections and the operations. On phones, a sheet at the bottom. */
export function Rail({ isOpen, onClose }: RailProps): JSX.Element {
  const { view, detail } = route.value;
  const shown = views.filter((name) => admin.value !== undefined || !adminViews.has(name));
  const first = operations.value?.[0]?.name;
  return (
    <nav
      id="rail"
      class={isOpen ? 'rail open' : 'rail'}
      aria-label={t('app.sections')}
      onClick={onClose}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <a class="brand" href="#/playground">
        Quern
      </a>
      <ul>
        {/* All at once, so that the operations do not move the rest. */}
        {operations.value !== undefined &&
          shown.map((name) => (
            <li key={name}>
              <RailLink view={name} isCurrent={view === name && name !== 'playground'} />
              {name === 'playground' && (
                <ul class="operations">
                  {operations.value?.map((operation) => (
                    <li key={operation.name}>
                      <a
                        href={toHash({ view: 'playground', detail: operation.name })}
                        aria-current={
                          view === 'playground' && operation.name === (detail === '' ? first : detail)
                            ? 'page'
                            : undefined
                        }
                      >
                        {operationTitle(operation.name)}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        {operations.value !== undefined && (
          <li>
            <a href="/docs">
              <Icon name="reference" />
              {t('nav.reference')}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function RailLink({ view, isCurrent }: { readonly view: View; readonly isCurrent: boolean }): JSX.Element {
  return (
    <a href={toHash({ view })} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={view} />
      {t(`nav.${view}`)}
    </a>
  );
}
