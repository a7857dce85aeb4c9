import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { formatBytes } from '../components/format.ts';
import { ChoiceButtons } from '../components/forms/choice-buttons.tsx';
import { Field } from '../components/forms/field.tsx';
import { UrlField } from '../components/forms/url-field.tsx';
import { Icon } from '../components/icon.tsx';
import { t } from '../messages/translate-message.ts';
import { examplesOf } from './examples.ts';
import type { OperationForm } from './request/operation-form.ts';
import { textDirection } from './text-direction.ts';

/** The main input: a text, an address or a file, and examples. */
export function InputPane({ form }: { readonly form: OperationForm }): JSX.Element {
  const mode = form.mode.value;
  return (
    <div class="input-pane">
      {form.modes.length > 1 && (
        <ChoiceButtons
          label={t('input.mode')}
          choices={form.modes.map((name) => ({ name, label: t(`input.${name}`) }))}
          chosen={form.mode}
        />
      )}
      {mode === 'text' && <TextInput form={form} />}
      {mode === 'url' && <UrlField label={t('input.url')} value={form.text} />}
      {mode === 'file' && <FileInput form={form} />}
      <div class="examples row">
        <span class="label">{t('input.examples')}</span>
        {examplesOf(form).map(({ label, apply }) => (
          <button key={label} type="button" class="plain" dir="auto" onClick={() => void apply(form)}>
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

function TextInput({ form }: { readonly form: OperationForm }): JSX.Element {
  const onDrop = async (event: DragEvent): Promise<void> => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files[0] === undefined) return;
    event.preventDefault();
    if (form.takesFiles) form.setFiles(files);
    else form.text.value = await files[0].text();
  };
  return (
    <Field label={t('input.text')}>
      {(id) => (
        <textarea
          id={id}
          rows={11}
          dir={textDirection(form.text.value)}
          value={form.text.value}
          maxLength={form.lengthMax}
          onDrop={onDrop}
          onInput={(event) => {
            form.text.value = event.currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}

function FileInput({ form }: { readonly form: OperationForm }): JSX.Element {
  const isOver = useSignal(false);
  const id = useId();
  const files = form.files.value;
  const accept = (chosen: FileList | null | undefined): void => form.setFiles(chosen ?? []);
  return (
    <fieldset
      aria-label={t('input.file')}
      class={isOver.value ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        accept(event.dataTransfer?.files);
      }}
    >
      <Icon name="file" />
      {files.length === 0 && <p>{t('input.drop')}</p>}
      {files.map((file, index) => (
        <p key={index}>
          <strong dir="auto">{file.name}</strong> <span class="hint">{formatBytes(file.size)}</span>
        </p>
      ))}
      <label class="button" for={id}>
        {t('input.choose')}
      </label>
      <input
        id={id}
        class="hidden-visually"
        type="file"
        multiple
        onChange={(event) => accept(event.currentTarget.files)}
      />
      <p class="hint">{t('input.fileHint')}</p>
    </fieldset>
  );
}
