import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledModelDir } from '../encoder/load-encoder.ts';
import { readVocabulary, specialTokenIds } from '../encoder/tokenizer/read-vocabulary.ts';
import { Tokenizer } from '../encoder/tokenizer/tokenizer.ts';
import equivalents from './emoji-equivalents.data.json' with { type: 'json' };
import { replaceRareEmoji } from './replace-rare-emoji.ts';

describe('replaceRareEmoji', () => {
  it('replaces emoji and sequences, and leaves other text', () => {
    expect(replaceRareEmoji('So good 🥹🫶! 😮‍💨 ❤️‍🔥 😊 ok')).toBe('So good 😊❤! 😩 😍 😊 ok');
    expect(replaceRareEmoji('no emoji')).toBe('no emoji');
  });

  it('replaces only what the vocabulary does not have, with what it has', () => {
    const tokenizer = new Tokenizer(readVocabulary(readFileSync(join(bundledModelDir, 'vocabulary.bin'))));
    const isKnown = (emoji: string) => !tokenizer.tokenize(emoji).ids.includes(specialTokenIds.unknown);
    expect(Object.values(equivalents).filter((emoji) => !isKnown(emoji))).toEqual([]);
    const single = Object.keys(equivalents).filter((emoji) => !emoji.includes('\u200d'));
    expect(single.filter(isKnown)).toEqual([]);
  });
});
