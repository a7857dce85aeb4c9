import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type CodeRequest, codeSample } from './code-samples.ts';

const text = `It's "5 o'clock"\n$HOME \\ \`x\` é`;
const request: CodeRequest = {
  baseUrl: 'http://127.0.0.1:8080',
  operation: 'extract-entities',
  primaryInput: 'text',
  filePart: 'file',
  fileName: undefined,
  fields: { text, types: ['PERSON', 'DATE'], minConfidence: 0.5 },
};
const upload: CodeRequest = {
  ...request,
  operation: 'convert',
  primaryInput: 'url',
  fileName: "miller's shop.pdf",
  fields: { images: true, languages: ['en', 'de'] },
};

/** The arguments that a shell passes to the command. */
function argumentsOf(command: string): string[] {
  const [name = ''] = command.split(' ');
  const script = `${name}() { for argument; do printf '%s\\0' "$argument"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { env: { QUERN_API_KEY: 'key', HOME: '/' }, encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

describe('the code of a request', () => {
  it('for curl sends exactly its JSON', () => {
    const sent = argumentsOf(codeSample('curl', request));
    expect(sent.slice(0, 3)).toEqual([
      'http://127.0.0.1:8080/v0/extract-entities',
      '-H',
      'Authorization: Bearer key',
    ]);
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual(request.fields);
  });
  it('for curl sends a file and the other fields as a form', () => {
    expect(argumentsOf(codeSample('curl', upload)).slice(3)).toEqual([
      '-F',
      "file=@miller's shop.pdf",
      '--form-string',
      'images=true',
      '--form-string',
      'languages=en',
      '--form-string',
      'languages=de',
    ]);
  });
  it('for the command line has the text and the options as arguments', () => {
    expect(argumentsOf(codeSample('CLI', request))).toEqual([
      'extract-entities',
      '--text',
      text,
      '--types',
      'PERSON,DATE',
      '--min-confidence',
      '0.5',
    ]);
    expect(argumentsOf(codeSample('CLI', upload))).toEqual([
      'convert',
      "miller's shop.pdf",
      '--images',
      '--languages',
      'en,de',
    ]);
  });
  it('for TypeScript calls the method with the input', () => {
    const code = codeSample('TypeScript', request);
    expect(code).toContain('quern.extractEntities({');
    expect(code).toContain(`text: ${JSON.stringify(text)},`);
  });
  it('for Python has its constants', () => {
    const code = codeSample('Python', { ...request, fields: { a: true, b: null, c: [false, 'true'] } });
    expect(code).toContain('json={"a": True, "b": None, "c": [False, "true"]},');
  });
  it.each(['curl', 'TypeScript', 'Python', 'CLI', 'JSON'] as const)(
    'for %s never contains a key',
    (language) => {
      expect(codeSample(language, request)).not.toMatch(/qn_live/);
    },
  );
});
