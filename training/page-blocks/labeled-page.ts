import type { AnalyzedPage } from '@quern/web/extract/analyze-page';

/** A page with its labels: the share of each block's words that are content. */
export interface LabeledPage {
  readonly page: AnalyzedPage;
  readonly labels: Float32Array;
  readonly type: string;
}
