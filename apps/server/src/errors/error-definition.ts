/** The documentation of an error code, and its HTTP status. */
export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  /** When the service returns the code. */
  readonly description: string;
  /** Steps that the caller can take. */
  readonly resolution: string;
}
