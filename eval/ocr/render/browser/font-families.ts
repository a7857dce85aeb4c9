/** A font family of an npm package of Fontsource. */
export interface FontFamily {
  /** Name in CSS. */
  readonly family: string;
  readonly package: string;
  /** Weight of normal text, and of bold text where the family has it. */
  readonly weights: readonly number[];
}

const family = (name: string, weights: readonly number[] = [400, 700], scope = 'fontsource'): FontFamily => ({
  family: name,
  package: `@${scope}/${name.toLowerCase().replaceAll(' ', '-')}`,
  weights,
});

const rubik = family('Rubik');
const commissioner = family('Commissioner');
const literata = family('Literata');
const alegreya = family('Alegreya');
const piazzolla = family('Piazzolla');
const beVietnam = family('Be Vietnam Pro');
const golos = family('Golos Text');
const readex = family('Readex Pro');
const wenkai = family('LXGW WenKai', [500, 700]);

/** Families of sans-serif, serif and monospaced text in Latin script, for business documents. */
export const documentFamilies = {
  sans: [rubik, commissioner, beVietnam, golos, readex],
  serif: [literata, alegreya, piazzolla],
  mono: [family('IBM Plex Mono'), family('Space Mono')],
} as const;

/** Families of each language, at least one with and one without serifs or of another design. None is used in training. */
export const languageFamilies: Readonly<Record<string, readonly FontFamily[]>> = {
  ar: [family('Cairo'), family('Tajawal')],
  cs: [commissioner, literata],
  de: [rubik, alegreya],
  el: [commissioner, literata],
  es: [beVietnam, piazzolla],
  fa: [family('Vazirmatn'), rubik],
  fr: [golos, literata],
  he: [family('Heebo'), family('Frank Ruhl Libre')],
  hi: [family('Hind'), family('Martel')],
  ja: [family('Zen Old Mincho'), family('Kosugi Maru', [400])],
  ko: [family('Gothic A1'), family('Gowun Batang')],
  pl: [readex, alegreya],
  ro: [rubik, piazzolla],
  ru: [golos, piazzolla],
  th: [family('Sarabun'), family('Prompt')],
  tr: [readex, literata],
  uk: [rubik, alegreya],
  vi: [beVietnam, alegreya],
  zh: [family('ZCOOL XiaoWei', [400]), wenkai],
  'zh-Hant': [family('Noto Serif TC'), wenkai],
};

/** Families of scripts that Quern does not read. */
export const unknownScriptFamilies: Readonly<Record<string, FontFamily>> = {
  am: {
    family: 'Noto Sans Ethiopic Variable',
    package: '@fontsource-variable/noto-sans-ethiopic',
    weights: [400],
  },
  bn: family('Noto Sans Bengali'),
  hy: family('Noto Sans Armenian'),
  ka: family('Noto Sans Georgian'),
  km: family('Noto Sans Khmer'),
  my: family('Noto Sans Myanmar'),
  ta: family('Noto Sans Tamil'),
};

/** All families. */
export const allFamilies: readonly FontFamily[] = [
  ...documentFamilies.sans,
  ...documentFamilies.serif,
  ...documentFamilies.mono,
  ...Object.values(languageFamilies).flat(),
  ...Object.values(unknownScriptFamilies),
];
