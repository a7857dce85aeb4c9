/** A runnable example of a README: a `js` block and, if one follows, the `text` block with its output. */
export interface ReadmeExample {
  /** Line of the README at which the block begins, from 1. */
  readonly line: number;
  readonly source: string;
  readonly output: string | undefined;
}

/** Finds the `js` blocks of a Markdown document. A `text` block that comes next is the expected output. */
export function findReadmeExamples(markdown: string): ReadmeExample[] {
  const blocks = [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  return blocks.flatMap(({ index, 1: language, 2: source = '' }, position) => {
    if (language !== 'js') return [];
    const next = blocks[position + 1];
    const line = markdown.slice(0, index).split('\n').length;
    return [{ line, source, output: next?.[1] === 'text' ? next[2] : undefined }];
  });
}
