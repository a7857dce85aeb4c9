import { useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { ErrorNotice } from '../components/error-notice.tsx';
import { ChoiceButtons } from '../components/forms/choice-buttons.tsx';
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
import { PaneDivider, readPaneShare } from './pane-divider.tsx';
import { OperationForm } from './request/operation-form.ts';
import { OperationRun } from './request/operation-run.ts';
import { optionsFromQuery, optionsToQuery } from './request/query-options.ts';
import { RunBar } from './run-bar.tsx';

/** Input and result of an operation, side by side. */
export function OperationPage({ operation }: { readonly operation: OperationDescription }): JSX.Element {
  const form = useMemo(() => new OperationForm(operation), [operation]);
  const run = useMemo(() => new OperationRun(form), [form]);
  useEffect(() => {
    const { query } = route.value;
    void Promise.resolve(examplesOf(form)[0]?.apply(form)).then(() => {
      const options = optionsFromQuery(form.optionFields, query);
      if (Object.keys(options).length > 0) form.options.value = options;
    });
    return () => run.cancel();
  }, [form]);
  useSignalEffect(() => {
    const query = optionsToQuery(form.optionFields, form.options.value);
    if (route.peek().detail === operation.name) replaceQuery(query);
  });

  const start = (): void => {
    const quern = client.value;
    if (quern !== undefined) void run.start(quern).then(refreshAccount);
  };
  const chosen = useSignal('0');
  const share = useSignal(readPaneShare());
  const outcomes = run.outcomes.value;
  const shown = outcomes[Number(chosen.value)] ?? outcomes[0];

  return (
    <>
      <div class="page-head">
        <div>
          <h1>{operationTitle(operation.name)}</h1>
          <p class="hint">{findMessage(`about.${operation.name}`) ?? operation.description}</p>
        </div>
      </div>
      <div class="panes" style={{ '--share': `${share.value}fr`, '--rest': `${100 - share.value}fr` }}>
        <form
          class="card pane-input"
          aria-label={t('playground.input')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
          onPaste={(event) => {
            const { files } = event.clipboardData ?? {};
            if (files === undefined || files.length === 0 || !form.takesFiles) return;
            event.preventDefault();
            form.setFiles(files);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              start();
            }
          }}
        >
          <h2 class="hidden-visually">{t('playground.input')}</h2>
          <InputPane form={form} />
          <Options form={form} />
          <RunBar form={form} progress={run.progress.value} onCancel={() => run.cancel()} />
        </form>
        <PaneDivider share={share} />
        <section
          class="card pane-result"
          aria-label={t('playground.result')}
          aria-busy={run.progress.value !== undefined}
        >
          <h2 class="hidden-visually">{t('playground.result')}</h2>
          {outcomes.length > 1 && (
            <ChoiceButtons
              label={t('playground.files')}
              choices={outcomes.map(({ name, problem }, index) => ({
                name: String(index),
                label: problem === undefined ? name : `${name} ⚠`,
              }))}
              chosen={chosen}
            />
          )}
          {shown?.problem !== undefined && <ErrorNotice error={shown.problem} />}
          {shown === undefined && <p class="hint empty">{t('playground.empty')}</p>}
          {shown?.result !== undefined && <ResultPane key={chosen.value} result={shown.result} />}
        </section>
      </div>
      <CodeDrawer form={form} result={shown?.result} />
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
