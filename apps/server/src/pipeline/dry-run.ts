import type { PreparedRun } from '../operations/define-operation.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { BalanceSink } from './charge.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { encodeResult, type ResponseBody, toBytes } from './response/response-body.ts';

/** Returns the price of a request and the account's balance, without running or charging the request. */
export async function dryRun(
  key: KeyRecord,
  prepared: PreparedRun,
  { store }: Pick<PipelineContext, 'store'>,
  sink: BalanceSink,
): Promise<ResponseBody> {
  const balance = (await store.accounts.find(key.accountId))?.available ?? 0;
  sink.creditsRemaining = balance;
  const { price, priceMax = price, tokenCount } = prepared;
  const result = encodeResult({
    dryRun: true,
    price: priceMax,
    balance,
    ...(tokenCount === undefined ? {} : { tokenCount }),
  });
  return { kind: 'bytes', bytes: toBytes(result) };
}
