/** Handles the images that have no address for readers. */
export interface PageImages {
  /**
   * Collects an image that is inside of the document, instead of leaving it out.
   *
   * @param source its address in the page
   * @returns the address to write; '' if it is not collected
   */
  readonly collect?: ((source: string, description: string) => string) | undefined;
  /** Called for each image that is left out, unless the page marks it as decoration. */
  readonly omit: () => void;
}
