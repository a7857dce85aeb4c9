import type { Operation } from './define-operation.ts';
import { extractEntities } from './extract-entities/run.ts';
import { map } from './map/run.ts';
import { ocr } from './ocr/run.ts';
import { scrape } from './scrape/run.ts';
import { sentiment } from './sentiment/run.ts';
import { summarize } from './summarize/run.ts';

/** All operations. HTTP routes, the OpenAPI document, scopes and the reference are made from this list. */
export const operations: readonly Operation[] = [summarize, map, extractEntities, sentiment, ocr, scrape];
