import { useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ErrorNotice } from '../components/error-notice.tsx';
import { findMessage, t } from '../messages/translate-message.ts';
import { replaceQuery, route } from '../navigation/route.ts';
import { operationTitle } from '../operations/operation-title.ts';
import type { OperationDescription } from '../operations/operations.ts';
import { ResultPane } from '../results/result-pane.tsx';
import { refreshAccount } from '../session/account.ts';
import { client } from '../session/session.ts';
import { CodeDrawer } from './code/code-drawer.tsx';
import { examplesOf } from './examples.ts';
import { InputPane } from './input-pane.tsx';
import { OptionField } from './options/option-field.tsx';
import { OperationForm } from './request/operation-form.ts';
import { optionsFromQuery, optionsToQuery } from './request/query-options.ts';
import { type RunProgress, type RunResult, runOperation } from './request/run-operation.ts';
import { RunBar } from './run-bar.tsx';

/** Input and result of an operation, side by side. */
export function OperationPage({ operation }: { readonly operation: OperationDescription }): JSX.Element {
  const form = useMemo(() => new OperationForm(operation), [operation]);
  const progress = useSignal<RunProgress | undefined>(undefined);
  const result = useSignal<RunResult | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  const controller = useRef<AbortController | undefined>(undefined);

  useEffect(() => {
    const { query } = route.value;
    void Promise.resolve(examplesOf(form)[0]?.apply(form)).then(() => {
      const options = optionsFromQuery(form.optionFields, query);
      if (Object.keys(options).length > 0) form.options.value = options;
    });
    return () => controller.current?.abort();
  }, [form]);
  useSignalEffect(() => {
    const query = optionsToQuery(form.optionFields, form.options.value);
    if (route.peek().detail === operation.name) replaceQuery(query);
  });

  const run = async (): Promise<void> => {
    const quern = client.value;
    if (quern === undefined || progress.value !== undefined || !form.isFilled.value) return;
    const own = new AbortController();
    controller.current = own;
    problem.value = undefined;
    progress.value = { fraction: 0, step: '' };
    try {
      const finished = await runOperation(quern, form, own.signal, (reported) => {
        progress.value = reported;
      });
      result.value = finished;
    } catch (error) {
      if (!own.signal.aborted) problem.value = error;
    } finally {
      progress.value = undefined;
      void refreshAccount();
    }
  };

  return (
    <>
      <div class="page-head">
        <div>
          <h1>{operationTitle(operation.name)}</h1>
          <p class="hint">{findMessage(`about.${operation.name}`) ?? operation.description}</p>
        </div>
      </div>
      <div class="panes">
        <form
          class="card pane-input"
          aria-label={t('playground.input')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void run();
            }
          }}
        >
          <h2 class="hidden-visually">{t('playground.input')}</h2>
          <InputPane form={form} />
          <Options form={form} />
          <RunBar form={form} progress={progress.value} onCancel={() => controller.current?.abort()} />
        </form>
        <section
          class="card pane-result"
          aria-label={t('playground.result')}
          aria-busy={progress.value !== undefined}
        >
          <h2 class="hidden-visually">{t('playground.result')}</h2>
          {problem.value !== undefined && <ErrorNotice error={problem.value} />}
          {result.value === undefined ? (
            problem.value === undefined && <p class="hint empty">{t('playground.empty')}</p>
          ) : (
            <ResultPane result={result.value} />
          )}
        </section>
      </div>
      <CodeDrawer form={form} result={result.value} />
    </>
  );
}

function Options({ form }: { readonly form: OperationForm }): JSX.Element | null {
  const fields = form.optionFields;
  if (fields.length === 0) return null;
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const render = (field: (typeof fields)[number]): JSX.Element => (
    <OptionField
      key={field.name}
      name={field.name}
      schema={field.schema}
      description={field.description}
      isRequired={field.isRequired}
      value={form.options.value[field.name]}
      onChange={(value) => form.setOption(field.name, value)}
    />
  );
  const count = Object.keys(form.options.value).filter((name) =>
    optional.some((field) => field.name === name),
  ).length;
  return (
    <>
      {required.length > 0 && <div class="options">{required.map(render)}</div>}
      {optional.length > 0 && (
        <details class="more-options">
          <summary>
            {t('playground.options')}{' '}
            {count > 0 && <span class="badge">{t('playground.set', { count })}</span>}
          </summary>
          <div class="options">{optional.map(render)}</div>
        </details>
      )}
    </>
  );
}
