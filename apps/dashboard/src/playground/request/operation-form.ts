import { computed, signal } from '@preact/signals';
import type { OperationDescriptor } from '@quern/sdk';
import type { FieldSchema, OperationDescription, OperationField } from '../../operations/operations.ts';

/** Ways to give the main input of an operation. */
export type InputMode = 'text' | 'url' | 'file';

/** The input of an operation as a person fills it in. */
export class OperationForm {
  readonly operation: OperationDescription;
  /** The text or address. */
  readonly text = signal('');
  readonly files = signal<readonly File[]>([]);
  readonly mode = signal<InputMode>('text');
  /** Values that differ from the defaults, by field. */
  readonly options = signal<Readonly<Record<string, unknown>>>({});
  readonly modes: readonly InputMode[];
  readonly #primary: OperationField | undefined;
  readonly #upload: OperationField | undefined;

  constructor(operation: OperationDescription) {
    this.operation = operation;
    this.#primary = operation.fields.find(({ name }) => name === operation.primaryInput);
    this.#upload = operation.fields.find(({ upload }) => upload !== undefined);
    const isUrl = /url/i.test(operation.primaryInput ?? '');
    const modes: readonly InputMode[] = isUrl ? ['file', 'url'] : ['text', 'file'];
    this.modes = modes.filter((mode) => (mode === 'file' ? this.#upload : this.#primary) !== undefined);
    this.mode.value = this.modes[0] ?? 'text';
  }

  /** Maximum length of the text; undefined if the service has none. */
  get lengthMax(): number | undefined {
    return this.#primary?.schema.maxLength;
  }

  /** Fields other than the main input. */
  get optionFields(): readonly OperationField[] {
    return this.operation.fields.filter((field) => field !== this.#primary && field !== this.#upload);
  }

  /** Whether there is an input to process. */
  readonly isFilled = computed(() =>
    this.mode.value === 'file' ? this.files.value.length > 0 : this.text.value.trim() !== '',
  );

  /** The input for the SDK; that of the first of several files. */
  readonly input = computed((): Readonly<Record<string, unknown>> => {
    const [first] = this.files.value;
    return this.mode.value === 'file'
      ? this.#inputOf(first)
      : { [this.operation.primaryInput ?? 'text']: this.text.value, ...this.options.value };
  });

  /** The inputs for the SDK, one per file, with the file. */
  get inputs(): readonly {
    readonly file: File | undefined;
    readonly input: Readonly<Record<string, unknown>>;
  }[] {
    if (this.mode.value !== 'file') return [{ file: undefined, input: this.input.value }];
    return this.files.value.map((file) => ({ file, input: this.#inputOf(file) }));
  }

  #inputOf(file: File | undefined): Readonly<Record<string, unknown>> {
    return { [this.#upload?.upload?.part ?? 'file']: file, ...this.options.value };
  }

  /** The operation as the SDK knows it. */
  get descriptor(): OperationDescriptor {
    const { name, title, primaryInput = '' } = this.operation;
    const part = this.#upload?.upload?.part;
    const file = part === undefined ? {} : { file: { property: part, description: '' } };
    return { name, summary: title, input: {}, primaryInput, primaryInputKind: 'text', ...file };
  }

  /** Sets an option; its default, an empty text or an empty list removes it. */
  setOption(name: string, value: unknown): void {
    const { [name]: _previous, ...others } = this.options.value;
    const schema = this.optionFields.find((field) => field.name === name)?.schema;
    this.options.value = isUnset(value, schema) ? others : { ...others, [name]: value };
  }

  /** Fills in an example. */
  fill(example: Readonly<Record<string, unknown>>): void {
    const { primaryInput = '' } = this.operation;
    const { [primaryInput]: main, ...options } = example;
    if (typeof main === 'string') {
      this.text.value = main;
      this.mode.value = this.modes.find((mode) => mode !== 'file') ?? 'text';
    }
    this.options.value = options;
  }

  /** Whether files can be the input. */
  get takesFiles(): boolean {
    return this.modes.includes('file');
  }

  /** Replaces the input by files; nothing changes without any. */
  setFiles(files: Iterable<File>): void {
    const list = [...files];
    if (list.length === 0) return;
    this.files.value = list;
    this.mode.value = 'file';
  }
}

function isUnset(value: unknown, schema: FieldSchema | undefined): boolean {
  if (value === undefined || value === '' || (typeof value === 'number' && Number.isNaN(value))) return true;
  if (Array.isArray(value) && value.length === 0) return true;
  if (value === false && schema?.default === undefined) return true;
  return schema?.default !== undefined && JSON.stringify(value) === JSON.stringify(schema.default);
}
