import { signal } from '@preact/signals';
import type { Quern } from '@quern/sdk';
import type { OperationForm } from './operation-form.ts';
import { type RunProgress, type RunResult, runOperation } from './run-operation.ts';

/** The outcome of one input. */
export interface RunOutcome {
  /** Name of the file; empty for other inputs. */
  readonly name: string;
  readonly result?: RunResult;
  readonly problem?: unknown;
}

/** The runs of a form: one file after the other, or a text or address. A file that fails does not keep the others from running. */
export class OperationRun {
  /** Undefined if nothing runs. */
  readonly progress = signal<RunProgress | undefined>(undefined);
  /** Those of the last run that has results, as they end. */
  readonly outcomes = signal<readonly RunOutcome[]>([]);
  readonly #form: OperationForm;
  #controller: AbortController | undefined;

  constructor(form: OperationForm) {
    this.#form = form;
  }

  /** Runs the operation; does nothing while it runs, or if there is no input. */
  async start(quern: Quern): Promise<void> {
    const form = this.#form;
    if (this.progress.value !== undefined || !form.isFilled.value) return;
    const controller = new AbortController();
    this.#controller = controller;
    const { signal: aborted } = controller;
    const { inputs } = form;
    const ended: RunOutcome[] = [];
    for (const [index, input] of inputs.entries()) {
      if (aborted.aborted) break;
      const name = input.file?.name ?? '';
      const report = ({ fraction, step }: RunProgress): void => {
        const steps = inputs.length === 1 ? [step] : [`${index + 1} / ${inputs.length}`, name, step];
        this.progress.value = {
          fraction: (index + fraction) / inputs.length,
          step: steps.filter((one) => one !== '').join(' · '),
        };
      };
      report({ fraction: 0, step: '' });
      try {
        ended.push({ name, result: await runOperation(quern, form, input, aborted, report) });
      } catch (problem) {
        if (!aborted.aborted) ended.push({ name, problem });
      }
      if (ended.length > 0) this.outcomes.value = [...ended];
    }
    this.progress.value = undefined;
  }

  /** Stops the run; what has ended is kept. */
  cancel(): void {
    this.#controller?.abort();
  }
}
