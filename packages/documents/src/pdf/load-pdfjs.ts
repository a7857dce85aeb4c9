import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';

/** Functions that pdf.js calls while it reads a document. */
export interface PdfjsHooks {
  /** Called for each operator of a content stream. */
  onOperator(name: string, savedStates: number): void;
  /** Called when a buffer for decoded bytes grows. */
  onBytesDecoded(count: number): void;
  /** Awaited about every 20 ms within a page. */
  yieldIfDue(): Promise<void>;
}

/** The hooks of each document; several documents may be read concurrently. */
export type PdfjsHookStorage = AsyncLocalStorage<PdfjsHooks>;

type PdfjsModule = typeof import('unpdf/pdfjs');

interface Edit {
  readonly purpose: string;
  readonly find: string;
  readonly replace: string;
}

/**
 * Changes to the source of pdf.js, which has neither a limit on the work of a page nor a way to add one. The version is
 * pinned, and each searched text must occur exactly once.
 */
const edits: readonly Edit[] = [
  {
    purpose: 'count operators',
    find: 'let r=n.cmd,i=EvaluatorPreprocessor.opMap[r];',
    replace:
      'let r=n.cmd,i=EvaluatorPreprocessor.opMap[r];hooks.onOperator(r,this.stateManager.stateStack.length);',
  },
  {
    purpose: 'count decoded bytes (async)',
    find: 'for await(let e of n)a.push(e),o+=e.byteLength;',
    replace: 'for await(let e of n)hooks.onBytesDecoded(e.byteLength),a.push(e),o+=e.byteLength;',
  },
  {
    purpose: 'count decoded bytes (sync)',
    find: 'let n=this.minBufferLength;for(;n<e;)n*=2;let r=new Uint8Array(n);',
    replace:
      'let n=this.minBufferLength;for(;n<e;)n*=2;hooks.onBytesDecoded(n-t.byteLength);let r=new Uint8Array(n);',
  },
  {
    // Each saved state has the previous one as its prototype, although it copies all fields.
    purpose: 'save graphics states in constant time',
    find: 'clone(){let e=Object.assign(Object.create(this),this);return e.textMatrix',
    replace: 'clone(){let e=Object.assign(Object.create(TextState.prototype),this);return e.textMatrix',
  },
  {
    purpose: 'yield within a page',
    find: 'if(m){next(Cr);return}flushTextContentItem(),enqueueChunk(),e()',
    replace: 'if(m){next(hooks.yieldIfDue());return}flushTextContentItem(),enqueueChunk(),e()',
  },
];

let loading: Promise<PdfjsHookStorage> | undefined;

/**
 * Loads pdf.js with the hooks and registers it with unpdf.
 *
 * @returns the storage of the hooks; a document must be read within its `run`
 *
 * @throws Error when the source of pdf.js is not that of the pinned version
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
  const storage: PdfjsHookStorage = new AsyncLocalStorage();
  const hooks: PdfjsHooks = {
    onOperator: (name, savedStates) => storage.getStore()?.onOperator(name, savedStates),
    onBytesDecoded: (count) => storage.getStore()?.onBytesDecoded(count),
    yieldIfDue: async () => storage.getStore()?.yieldIfDue(),
  };
  const source = asFunctionBody(editSource(await readFile(path, 'utf8')));
  const evaluate = compileFunction(source, ['hooks', 'moduleUrl'], { filename: path });
  // The function returns the exports of the module.
  const pdfjs: PdfjsModule = evaluate(hooks, pathToFileURL(path).href);
  await definePDFJSModule(async () => pdfjs);
  return storage;
}

function editSource(source: string): string {
  let edited = source;
  for (const { purpose, find, replace } of edits) {
    if (edited.split(find).length !== 2) {
      throw new Error(`The source of pdf.js has changed (${purpose}): adapt load-pdfjs.ts.`);
    }
    // A function, so that `$` has no special meaning in the replacement.
    edited = edited.replace(find, () => replace);
  }
  return edited;
}

/** Converts the source of the module to the body of a function that returns its exports. */
function asFunctionBody(module: string): string {
  const start = module.lastIndexOf('export{');
  const exported = module
    .slice(start + 'export{'.length, module.lastIndexOf('}'))
    .split(',')
    .map((entry) => entry.split(' as ').map((name) => name.trim()))
    .map(([local, name = local]) => `${name}:${local}`);
  const body = module.slice(0, start).replaceAll('import.meta.url', () => 'moduleUrl');
  return `"use strict";${body};return{${exported.join(',')}}`;
}
