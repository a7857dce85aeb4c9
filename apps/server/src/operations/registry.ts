import type { Operation } from './define-operation.ts';
import { extractEntities } from './extract-entities/operation.ts';
import { map } from './map/operation.ts';
import { ocr } from './ocr/operation.ts';
import { scrape } from './scrape/operation.ts';
import { sentiment } from './sentiment/operation.ts';
import { summarize } from './summarize/operation.ts';

/** All operations. HTTP routes, the OpenAPI document, scopes and the reference are made from this list. */
export const operations: readonly Operation[] = [summarize, map, extractEntities, sentiment, ocr, scrape];
