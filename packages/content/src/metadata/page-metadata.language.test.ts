import { describe, expect, it } from 'vitest';
import { readMetadata, statedLd } from './fixtures/read-metadata.ts';

const languageOf = async (html: string, head = '') => (await readMetadata(head, html)).language;
const og = (locale: string): string => `<meta property="og:locale" content="${locale}">`;

describe('the language of a page', () => {
  it.each([
    ['<html lang="en_US">', '', 'en-US'],
    ['<html lang="pt-br">', '', 'pt-BR'],
    ['<html lang="ZH_hant_tw">', '', 'zh-Hant-TW'],
    ['<html lang="english">', '', 'en'],
    ['<html lang="Deutsch">', '', 'de'],
    ['<html lang="français">', '', 'fr'],
    ['<html lang="iw">', '', 'he'],
    ['<html lang="en-UK">', '', 'en-GB'],
    ['<html lang="jp">', '', 'ja'],
    ['<html lang="cn">', '', 'zh'],
    ['<html lang="en-US, fr-FR">', '', 'en-US'],
    ['<html lang="de_DE.UTF-8">', '', 'de-DE'],
    ['<html lang="{{ locale }}">', og('fr_FR'), 'fr-FR'],
    ['<html lang="x-default">', og('nl_NL'), 'nl-NL'],
    ['<html lang="">', '<meta http-equiv="Content-Language" content="sv, en">', 'sv'],
    ['<html lang="und" xml:lang="da">', '', 'da'],
    ['<html>', '<meta name="language" content="Italian">', 'it'],
    ['<html>', '<meta name="DC.language" content="nor">', 'no'],
    ['<html>', '<meta name="citation_language" content="es">', 'es'],
    ['<html>', statedLd({ '@type': 'Article', inLanguage: 'pl-PL' }), 'pl-PL'],
    [
      '<html>',
      statedLd({
        '@type': 'Article',
        inLanguage: { '@type': 'Language', name: 'Polish', alternateName: 'pl' },
      }),
      'pl',
    ],
  ])('%s %s is normalized', async (html, head, language) => {
    expect(await languageOf(html, head)).toBe(language);
  });

  it.each([
    [
      'de',
      'Die alte Mühle am Fluss mahlt das Korn des ganzen Dorfes, und die Leute bringen es jeden Morgen mit Karren über die Brücke.',
    ],
    [
      'fr',
      'Le vieux moulin au bord de la rivière moud le grain de tout le village, et les gens l’apportent chaque matin par le pont.',
    ],
    [
      'es',
      'El viejo molino junto al río muele el grano de todo el pueblo, y la gente lo lleva cada mañana por el puente de piedra.',
    ],
    ['ja', '川のそばの古い水車は村じゅうの穀物をひき、人々は毎朝橋を渡ってそれを運んでくる。'],
    [
      'ru',
      'Старая мельница у реки мелет зерно всей деревни, и люди каждое утро привозят его по каменному мосту.',
    ],
    ['ar', 'تطحن الطاحونة القديمة عند النهر حبوب القرية كلها، ويحملها الناس كل صباح فوق الجسر الحجري.'],
    [
      'pl',
      'Stary młyn nad rzeką miele zboże całej wsi, a ludzie przywożą je każdego ranka przez kamienny most.',
    ],
  ])('is detected from the text where none is stated: %s', async (language, text) => {
    const body = `</head><body><nav><a href="/">Home</a> <a href="/login">Log in</a></nav><article><p>${text}</p><p>${text}</p></article>`;
    expect(await languageOf('<html>', body)).toBe(language);
    expect(await languageOf('<html lang="xyzzy">', body)).toBe(language);
  });

  it('is empty without a statement and without a text', async () => {
    expect(await languageOf('<html>', '</head><body><p>123</p>')).toBe('');
  });
});
