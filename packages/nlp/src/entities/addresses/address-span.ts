/** A possible address. */
export interface AddressSpan {
  readonly startIndex: number;
  readonly endIndex: number;
  /** Sum of the evidence; 3 is enough. */
  readonly score: number;
  readonly hasCode: boolean;
}
