/** Names of the engines: threads for texts and documents, OCR, the browser, translation, and the language model. */
export const engineNames = ['threads', 'ocr', 'render', 'translation', 'llm'] as const;

/** The state of an engine. */
export interface EngineState {
  readonly name: (typeof engineNames)[number];
  /** Whether the settings have it. */
  readonly isEnabled: boolean;
  /** Whether it is in memory; it is loaded by the first request, and most end when they are idle. */
  readonly isLoaded: boolean;
  /** Tasks that it can work on at the same time. */
  readonly slots: number;
  /** Tasks that it works on. */
  readonly running: number;
  /** Tasks that wait for it. */
  readonly waiting: number;
  /** Memory of its processes; undefined for engines in the process of the service, or if it is not known. */
  readonly memoryBytes?: number;
}
