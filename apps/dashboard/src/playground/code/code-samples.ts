/** A request, as it is shown in code. */
export interface CodeRequest {
  readonly baseUrl: string;
  /** Name of the operation. */
  readonly operation: string;
  readonly primaryInput: string;
  /** Name of the part that carries a file. */
  readonly filePart: string;
  /** Name of the file, if there is one. */
  readonly fileName: string | undefined;
  /** Values of the other fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Languages of the samples. */
export const codeLanguages = ['curl', 'TypeScript', 'Python', 'CLI', 'JSON'] as const;
/** A language of the samples. */
export type CodeLanguage = (typeof codeLanguages)[number];

/** Returns a program that sends a request. The key is a variable of the environment, never a part of it. */
export function codeSample(language: CodeLanguage, request: CodeRequest): string {
  switch (language) {
    case 'curl':
      return curlSample(request);
    case 'TypeScript':
      return typeScriptSample(request);
    case 'Python':
      return pythonSample(request);
    case 'CLI':
      return cliSample(request);
    case 'JSON':
      return JSON.stringify(request.fields, null, 2);
  }
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The values of a form, where a list is repeated. */
const formValues = (fields: CodeRequest['fields']): (readonly [string, string])[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => [name, toText(item)] as const),
  );

function curlSample({ baseUrl, operation, fileName, filePart, fields }: CodeRequest): string {
  const lines = [`curl ${baseUrl}/v0/${operation}`, '-H "Authorization: Bearer $QUERN_API_KEY"'];
  if (fileName === undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(fields))}`);
  } else {
    lines.push(`-F ${shellQuote(`${filePart}=@${fileName}`)}`);
    for (const [name, value] of formValues(fields))
      lines.push(`--form-string ${shellQuote(`${name}=${value}`)}`);
  }
  return lines.join(' \\\n  ');
}

const toCamelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());

function typeScriptSample({ baseUrl, operation, fileName, filePart, fields }: CodeRequest): string {
  const entries = Object.entries(fields).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  const file =
    fileName === undefined
      ? []
      : [
          `  ${filePart}: { name: ${JSON.stringify(fileName)}, bytes: await readFile(${JSON.stringify(fileName)}) },`,
        ];
  return [
    ...(fileName === undefined ? [] : ["import { readFile } from 'node:fs/promises';"]),
    "import { createQuern } from '@quern/sdk';",
    '',
    `const quern = createQuern({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: process.env.QUERN_API_KEY ?? '' });`,
    `const { data } = await quern.${toCamelCase(operation)}({`,
    ...file,
    ...entries,
    '});',
    'console.log(data);',
  ].join('\n');
}

/** JSON is Python, apart from its constants. */
function toPython(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value as object).map(
      ([name, item]) => `${JSON.stringify(name)}: ${toPython(item)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return JSON.stringify(value);
}

function pythonSample({ baseUrl, operation, fileName, filePart, fields }: CodeRequest): string {
  const body =
    fileName === undefined
      ? [`    json=${toPython(fields)},`]
      : [
          `    files={${JSON.stringify(filePart)}: open(${JSON.stringify(fileName)}, "rb")},`,
          ...(Object.keys(fields).length === 0
            ? []
            : [
                `    data=[${formValues(fields)
                  .map(([name, value]) => `(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
                  .join(', ')}],`,
              ]),
        ];
  return [
    'import os',
    'import requests',
    '',
    'response = requests.post(',
    `    ${JSON.stringify(`${baseUrl}/v0/${operation}`)},`,
    '    headers={"Authorization": "Bearer " + os.environ["QUERN_API_KEY"]},',
    ...body,
    ')',
    'response.raise_for_status()',
    'print(response.json()["data"])',
  ].join('\n');
}

/** Options of the command whose names differ from those of the fields. */
const cliNames: ReadonlyMap<string, string> = new Map([['output', 'output-format']]);

function cliSample({ operation, primaryInput, fileName, fields }: CodeRequest): string {
  const { [primaryInput]: main, ...others } = fields;
  const words = ['quern', operation];
  if (fileName !== undefined) words.push(shellQuote(fileName));
  else if (primaryInput === 'text' || primaryInput === 'content')
    words.push('--text', shellQuote(toText(main)));
  else words.push(shellQuote(toText(main)));
  for (const [name, value] of Object.entries(others)) {
    if (name === 'timeout') words.push('--page-timeout', `${String(value)}ms`);
    else words.push(...cliOption(name, value));
  }
  return words.join(' ');
}

function cliOption(name: string, value: unknown): string[] {
  const flag = cliNames.get(name) ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (value === true) return [`--${flag}`];
  if (value === false) return [`--no-${flag}`];
  const isTexts =
    Array.isArray(value) && value.every((item) => typeof item === 'string' && !/[,[]/.test(item));
  return [`--${flag}`, shellQuote(isTexts ? value.join(',') : toText(value))];
}
