import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { DryRun } from '@quern/sdk';
import { client } from '../../session/session.ts';
import type { OperationForm } from './operation-form.ts';

const pauseMs = 500;
/** The price of longer texts, files and pages is known when they are processed. */
const lengthMax = 100_000;

/** Returns the price of the current input, found by dry runs while it changes; undefined if it is not known. */
export function usePrice(form: OperationForm): Signal<DryRun | undefined> {
  const price = useSignal<DryRun | undefined>(undefined);
  useSignalEffect(() => {
    const quern = client.value;
    const input = form.input.value;
    price.value = undefined;
    if (quern === undefined || form.mode.value !== 'text' || !form.isFilled.value) return undefined;
    if (form.text.value.length > lengthMax) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      quern.call(form.descriptor, input, { dryRun: true, signal: controller.signal }).then(
        ({ data }) => {
          if ('price' in data) price.value = data as DryRun;
        },
        // The run itself shows the error.
        () => undefined,
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });
  return price;
}
