import { signal } from '@preact/signals';

/** The parts of JSON Schema that forms use. */
export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly description?: string;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** A field of an operation's input. */
export interface OperationField {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isTextList: boolean;
  readonly schema: FieldSchema;
  /** Defined for files. */
  readonly upload?: { readonly part: string; readonly bytesMax: number; readonly isSingle?: boolean };
}

/** An operation of the service's registry. */
export interface OperationDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly price: string;
  readonly primaryInput?: string;
  /** Whether it always runs as a job. */
  readonly isJob: boolean;
  readonly fields: readonly OperationField[];
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

/** The operations; undefined until they are loaded. */
export const operations = signal<readonly OperationDescription[] | undefined>(undefined);

/** The first ones of the list, in this order. */
const order = [
  'extract-entities',
  'sentiment',
  'summarize',
  'translate',
  'ocr',
  'convert',
  'scrape',
  'map',
  'crawl',
];

const rank = ({ name }: OperationDescription): number =>
  order.includes(name) ? order.indexOf(name) : order.length;

/** Loads the operations of the service. */
export async function loadOperations(): Promise<void> {
  const response = await fetch('/dashboard/operations.json');
  const listed = (await response.json()) as OperationDescription[];
  operations.value = listed.toSorted((a, b) => rank(a) - rank(b));
}
