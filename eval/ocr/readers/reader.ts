/** The text of an image. */
export interface Reading {
  /** Lines joined by \n. */
  readonly text: string;
  /** The same with one line for each row of the page, for readers that return a line for each cell. */
  readonly rowText?: string | undefined;
  /** Rows of cells of each table; absent for readers that know no tables. */
  readonly tables?: readonly (readonly (readonly string[])[])[];
  /** Confidence of the page, from 0 to 1; absent when the reader states none. */
  readonly confidence?: number | undefined;
  /** CPU time of all threads of the reader. */
  readonly cpuSeconds: number;
  /** Why there is no text: `timeout`, or the message of an error. */
  readonly failure?: string | undefined;
}

/** An image to read. */
export interface ImageToRead {
  readonly bytes: Uint8Array;
  /** BCP 47 tag of the image's text, for readers that have to be given the language. */
  readonly language: string;
}

/** An OCR engine to measure. */
export interface Reader {
  readonly name: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Reads one image. A failure is part of the result and does not throw. */
  readonly read: (image: ImageToRead) => Promise<Reading>;
  readonly close: () => Promise<void>;
}
