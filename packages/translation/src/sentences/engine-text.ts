/** A text for the engine. */
export interface EngineText {
  readonly text: string;
  /** Whether `text` is HTML whose tags are to be kept around the same words. */
  readonly isHtml: boolean;
}

/** Translates texts independently of each other. @returns one translation per text */
export type TranslateTexts = (texts: readonly EngineText[]) => Promise<string[]>;
