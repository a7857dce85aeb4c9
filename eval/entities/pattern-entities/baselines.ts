import type { TypedSpan } from '../../metrics/span-f1.ts';
import { importPeer, peerVersions } from '../../peers/import-peer.ts';
import { type Chrono, findWithChrono } from './find-with-chrono.ts';
import { type Compromise, findWithCompromise } from './find-with-compromise.ts';
import { findWithRecognizers, type Recognizers } from './find-with-recognizers.ts';

/** A library that finds some of the types, to compare with. */
export interface Baseline {
  readonly name: string;
  /** Types that the library claims to find; it is scored on these alone. */
  readonly types: readonly string[];
  /** Returns what the library finds, or undefined when it does not support the language. */
  readonly find: (text: string, language: string) => TypedSpan[] | undefined;
}

/** Loads the libraries. @returns the baselines and the versions of their packages */
export async function loadBaselines(): Promise<{
  readonly baselines: readonly Baseline[];
  readonly versions: Readonly<Record<string, string>>;
}> {
  const chrono = await importPeer<Chrono>('chrono-node');
  const recognizers = await importPeer<Recognizers>('@microsoft/recognizers-text-suite');
  const { default: compromise } = await importPeer<{ default: Compromise }>('compromise');
  const baselines: Baseline[] = [
    {
      name: 'chrono-node',
      types: ['DATE', 'TIME'],
      find: (text, language) => findWithChrono(chrono, text, language),
    },
    {
      name: 'recognizers-text',
      types: [
        ...['DATE', 'TIME', 'DURATION', 'MONEY', 'PERCENT', 'QUANTITY', 'NUMBER', 'ORDINAL'],
        ...['EMAIL', 'URL', 'PHONE_NUMBER', 'IP_ADDRESS', 'HASHTAG', 'MENTION'],
      ],
      find: (text, language) => findWithRecognizers(recognizers, text, language),
    },
    {
      name: 'compromise',
      types: ['MONEY', 'PERCENT', 'NUMBER', 'ORDINAL', 'EMAIL', 'URL', 'PHONE_NUMBER', 'HASHTAG', 'MENTION'],
      find: (text, language) => findWithCompromise(compromise, text, language),
    },
  ];
  const versions = peerVersions(['chrono-node', '@microsoft/recognizers-text-suite', 'compromise']);
  return { baselines, versions };
}
