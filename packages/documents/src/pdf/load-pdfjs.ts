import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';

/** What pdf.js calls while it reads a document. */
export interface PdfjsHooks {
  spendOperator(name: string, savedStates: number): void;
  spendBytes(count: number): void;
  /** Waited for between slices of some 20 ms of a page. */
  turn(): Promise<void>;
}

/** The hooks of the document that is being read: several are, when one gives way to another. */
export type PdfjsHookStorage = AsyncLocalStorage<PdfjsHooks>;

type PdfjsModule = typeof import('unpdf/pdfjs');

interface Edit {
  readonly purpose: string;
  readonly find: string;
  readonly replace: string;
}

/**
 * pdf.js has neither a limit on the work of a page nor a place to add one, so its source is changed as it is
 * loaded. The version is pinned; each place has to occur exactly once.
 */
const edits: readonly Edit[] = [
  {
    purpose: 'count operators',
    find: 'let r=n.cmd,i=EvaluatorPreprocessor.opMap[r];',
    replace:
      'let r=n.cmd,i=EvaluatorPreprocessor.opMap[r];hooks.spendOperator(r,this.stateManager.stateStack.length);',
  },
  {
    purpose: 'count decoded bytes (async)',
    find: 'for await(let e of n)a.push(e),o+=e.byteLength;',
    replace: 'for await(let e of n)hooks.spendBytes(e.byteLength),a.push(e),o+=e.byteLength;',
  },
  {
    purpose: 'count decoded bytes (sync)',
    find: 'let n=this.minBufferLength;for(;n<e;)n*=2;let r=new Uint8Array(n);',
    replace:
      'let n=this.minBufferLength;for(;n<e;)n*=2;hooks.spendBytes(n-t.byteLength);let r=new Uint8Array(n);',
  },
  {
    // Each saved state had the one before as its prototype; it has all fields itself in any case.
    purpose: 'save graphics states in constant time',
    find: 'clone(){let e=Object.assign(Object.create(this),this);return e.textMatrix',
    replace: 'clone(){let e=Object.assign(Object.create(TextState.prototype),this);return e.textMatrix',
  },
  {
    purpose: 'yield within a page',
    find: 'if(m){next(Cr);return}flushTextContentItem(),enqueueChunk(),e()',
    replace: 'if(m){next(hooks.turn());return}flushTextContentItem(),enqueueChunk(),e()',
  },
];

let loading: Promise<PdfjsHookStorage> | undefined;

/**
 * Loads pdf.js with its work counted and gives it to unpdf; a document is read within `run` of what is returned.
 *
 * @throws Error when the source of pdf.js is not the one that was pinned
 */
export function loadPdfjs(): Promise<PdfjsHookStorage> {
  loading ??= load();
  return loading;
}

async function load(): Promise<PdfjsHookStorage> {
  const { definePDFJSModule } = await import('unpdf');
  const path = createRequire(import.meta.url)
    .resolve('unpdf')
    .replace(/index\.\w+$/, 'pdfjs.mjs');
  const ofDocument: PdfjsHookStorage = new AsyncLocalStorage();
  const hooks: PdfjsHooks = {
    spendOperator: (name, savedStates) => ofDocument.getStore()?.spendOperator(name, savedStates),
    spendBytes: (count) => ofDocument.getStore()?.spendBytes(count),
    turn: async () => ofDocument.getStore()?.turn(),
  };
  const source = asFunctionBody(editSource(await readFile(path, 'utf8')));
  const evaluate = compileFunction(source, ['hooks', 'moduleUrl'], { filename: path });
  // What the function returns is what the module exports.
  const pdfjs: PdfjsModule = evaluate(hooks, pathToFileURL(path).href);
  await definePDFJSModule(async () => pdfjs);
  return ofDocument;
}

function editSource(source: string): string {
  let edited = source;
  for (const { purpose, find, replace } of edits) {
    if (edited.split(find).length !== 2) {
      throw new Error(`pdf.js has changed: the place to ${purpose} is not there. Adapt load-pdfjs.ts.`);
    }
    // A function, so that signs of dollar are not replaced.
    edited = edited.replace(find, () => replace);
  }
  return edited;
}

/** The module's text as the body of a function that returns its exports. */
function asFunctionBody(module: string): string {
  const at = module.lastIndexOf('export{');
  const exported = module
    .slice(at + 'export{'.length, module.lastIndexOf('}'))
    .split(',')
    .map((entry) => entry.split(' as ').map((name) => name.trim()))
    .map(([local, name = local]) => `${name}:${local}`);
  const body = module.slice(0, at).replaceAll('import.meta.url', () => 'moduleUrl');
  return `"use strict";${body};return{${exported.join(',')}}`;
}
