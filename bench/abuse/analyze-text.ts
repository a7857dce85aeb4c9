import { setImmediate } from 'node:timers/promises';
import { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import { engineTasks } from '../../apps/server/src/engines/engine-tasks.ts';

/** @returns `ok`, or the code of the error */
export async function analyzeText(task: 'analyzeSentiment' | 'summarize', text: string): Promise<string> {
  const context = {
    guard: new NativeCallGuard(),
    yieldIfDue: () => setImmediate(),
    transfer: () => undefined,
  };
  try {
    if (task === 'summarize')
      await engineTasks.summarize(
        { text, title: '', language: 'en', maxLength: 500, blocks: undefined },
        context,
      );
    else await engineTasks.analyzeSentiment({ text }, context);
    return 'ok';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}
