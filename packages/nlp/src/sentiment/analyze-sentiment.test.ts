import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadEncoder } from '../encoder/load-encoder.ts';
import { type AnalyzeSentimentInput, analyzeSentiment } from './analyze-sentiment.ts';
import { createSentimentModel } from './sentiment-model.ts';

const model = createSentimentModel(await loadEncoder());
const analyze = (input: AnalyzeSentimentInput) => analyzeSentiment(input, model);

async function scoreOf(text: string, language = 'en'): Promise<number> {
  return (await analyze({ text, language })).score;
}

describe('analyzeSentiment', () => {
  it.each([
    ['en', 'I love this phone, it is wonderful.', 'positive'],
    ['en', 'This is the worst service I have ever had.', 'negative'],
    ['en', 'The meeting is on Tuesday at 5.', 'neutral'],
    ['en', 'I love the camera but the battery is terrible.', 'mixed'],
    ['en', 'The food was amazing. The waiter was rude and awful.', 'mixed'],
    ['en', 'This is not good.', 'negative'],
    ['en', '😡', 'negative'],
    ['de', 'Das Essen war wunderbar!', 'positive'],
    ['de', 'Das Essen war furchtbar.', 'negative'],
    ['fr', 'C’est génial !', 'positive'],
    ['es', 'Es una película pésima, qué horrible.', 'negative'],
    ['pt', 'Adoro este lugar, é maravilhoso!', 'positive'],
    ['it', 'Che schifo, un servizio pessimo.', 'negative'],
  ])('labels in %s %j as %s', async (language, text, expected) => {
    const { sentiment, confidence, scores } = await analyze({ text, language });
    expect(sentiment).toBe(expected);
    expect(confidence).toBe(scores[sentiment]);
  });

  it('returns a higher score for stronger words', async () => {
    const steps = ['It is good.', 'It is great.', 'It is the best ever!'];
    const scores = await Promise.all(steps.map((text) => scoreOf(text)));
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(await scoreOf('It is terrible.')).toBeLessThan(await scoreOf('It is bad.'));
    expect(await scoreOf('It is very good.')).toBeGreaterThan(await scoreOf('It is good.'));
  });

  it('rejects a text of more than 300,000 sentences before the model runs', async () => {
    const classify = () => Promise.reject(new Error('The model ran.'));
    const unused = { classifierFor: () => ({ emotions: [], classify }) };
    const analyzed = analyzeSentiment({ text: 'a\n'.repeat(500_000), language: 'en' }, unused);
    await expect(analyzed).rejects.toMatchObject({ name: 'NlpError', code: 'too_complex' });
  });

  it('labels each sentence and returns its exact span', async () => {
    const text = 'I love it. I hate the box.';
    const { sentences } = await analyze({ text, language: 'en' });
    expect(sentences.map(({ sentiment }) => sentiment)).toEqual(['positive', 'negative']);
    for (const sentence of sentences)
      expect(text.slice(sentence.startIndex, sentence.endIndex)).toBe(sentence.text);
  });

  it('weighs all passages of a long text', async () => {
    const neutral = 'The report lists the figures of the second quarter. '.repeat(60);
    const end = 'I love it, it is wonderful! '.repeat(300);
    const { sentiment, sentences } = await analyze({ text: neutral + end, language: 'en' });
    expect(sentiment).toBe('positive');
    expect(sentences.length).toBe(360);
  });
});

describe('analyzeSentiment on emotions', () => {
  it.each([
    ['Thank you so much for your help!', 'gratitude'],
    ['I am so sorry, I apologise for that.', 'remorse'],
    ['Haha that is hilarious, lol', 'amusement'],
    ['Wow, I did not expect that, what a surprise!', 'surprise'],
  ])('detects in %j %s', async (text, emotion) => {
    const { emotions, dominantEmotion } = await analyze({ text, language: 'en' });
    expect(emotions).toContain(emotion);
    expect(dominantEmotion).toBe(emotions[0]);
  });
});

describe('analyzeSentiment on any text', () => {
  it('returns scores that sum to 1, a score in −1..1, and emotions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const result = await analyze({ text, language: 'und' });
        const sum = Object.values(result.scores).reduce((total, value) => total + value, 0);
        expect(sum).toBeCloseTo(1, 3);
        expect(Math.abs(result.score)).toBeLessThanOrEqual(1);
        expect(result.emotions.length).toBeGreaterThan(0);
        expect(Object.keys(result.emotionScores)).toHaveLength(28);
      }),
      { numRuns: 60 },
    );
  });
});
