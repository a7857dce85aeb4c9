import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';

/** Options of every call of the encoder. */
export interface EncoderCallOptions {
  /** Checked between two runs of the network, about every 50 ms. */
  readonly signal?: AbortSignal | undefined;
  /** Keeps the thread from being terminated while it is inside native code. */
  readonly guard?: NativeCallGuard | undefined;
  /** Awaited between two runs of the network. By default the event loop gets a turn. */
  readonly yieldIfDue?: (() => Promise<unknown>) | undefined;
}
