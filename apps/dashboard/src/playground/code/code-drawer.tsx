import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CodeBlock } from '../../components/code-block.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { t } from '../../messages/translate-message.ts';
import type { OperationForm } from '../request/operation-form.ts';
import type { RunResult } from '../request/run-operation.ts';
import { codeLanguages, codeSample } from './code-samples.ts';

interface CodeDrawerProps {
  readonly form: OperationForm;
  readonly result: RunResult | undefined;
}

/** The request as code, and the response as JSON. */
export function CodeDrawer({ form, result }: CodeDrawerProps): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <details
      class="card code-drawer"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>
        <h2>{t('code.title')}</h2>
      </summary>
      {isOpen.value && <Samples form={form} result={result} />}
    </details>
  );
}

function Samples({ form, result }: CodeDrawerProps): JSX.Element {
  const { descriptor, operation } = form;
  const filePart = descriptor.file?.property ?? 'file';
  const { [filePart]: file, ...others } = form.input.value;
  const request = {
    baseUrl: location.origin,
    operation: operation.name,
    primaryInput: operation.primaryInput ?? '',
    filePart,
    fileName: file instanceof File ? file.name : undefined,
    fields: others,
  };
  const samples = codeLanguages.map((language) => ({
    name: language,
    label: language === 'JSON' ? t('code.request') : language,
    render: () => <CodeBlock text={codeSample(language, request)} dir="ltr" />,
  }));
  const response =
    result === undefined
      ? []
      : [
          {
            name: 'response',
            label: t('code.response'),
            render: () => <CodeBlock text={JSON.stringify(result.data, null, 2)} dir="ltr" />,
          },
        ];
  return <Tabs label={t('code.title')} tabs={[...samples, ...response]} />;
}
