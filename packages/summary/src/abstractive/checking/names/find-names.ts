/** A name, or a word that may be one. */
export interface FoundName {
  readonly text: string;
  readonly startIndex: number;
}

/** Returns the names in a text, such as those that an encoder tags. */
export type TagNames = (text: string) => Promise<readonly FoundName[]>;

const capitalized =
  /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’.&]\p{L}[\p{L}\p{M}\p{N}]*|-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/** Latin words in text of a script without capital letters. */
const latinInside = /(?<![\p{L}])[A-Za-z][A-Za-z0-9]+/gu;
const caseless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/u;
const titles = /[《『「]([^》』」]{1,60})[》』」]/gu;

/** Common Chinese surnames (Ministry of Public Security, 2020 report on names). */
const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱侯邹熊孟秦阎薛段雷贺龙陶黎郝顾毛邵钱洪龚严常张劉陳楊黃趙吳孫馬許鄧韓馮蕭葉蘇呂盧鍾譚陸賈韋鄒錢龔嚴';

/** Chinese personal names before a verb of saying, or after a title. */
const chineseNames = new RegExp(
  `(?:市长|市長|部长|部長|主席|总统|總統|总理|专家|教授|博士|记者|经理|院长|校长|主任|先生|女士)([${surnames}]\\p{Script=Han}{1,2})|([${surnames}]\\p{Script=Han}{1,2})(?=说|說|表示|指出|认为|認為|强调|宣布|告诉|透露|警告|介绍|教授|先生|女士|市长|博士)`,
  'gu',
);

/** Languages that write all nouns with a capital letter. */
const capitalizesNouns = /^(?:de|lb)(?:-|$)/i;

/** An article, a contraction with one, or an adjective before a German noun; names rarely follow them. */
const germanArticle =
  /(?:^|\s)(?:(?:ein|kein|mein|dein|sein|ihr|unser|euer|d|dies|jed|jen|welch|viel|manch|all)(?:e|en|em|er|es|as)?|das|im|am|zum|zur|vom|beim|ins|ans|\p{Ll}{3,}(?:e|en|em|er|es))\s+$/u;

/** Words with capital letters that are no names. */
const notNames = new Set(
  'i i’m i’ve i’ll monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december'.split(
    ' ',
  ),
);

/** How names are found. */
export interface FindNamesOptions {
  readonly tagNames?: TagNames | undefined;
  /** Whether a word occurs in the text that the sentence is about; such words need not be names. */
  readonly isKnown?: ((word: string) => boolean) | undefined;
}

/**
 * Finds the words of a sentence that may be names: those that `tagNames` finds, acronyms, and words with a capital letter
 * within a sentence. In German, where all nouns have capitals, unknown words are given to `tagNames` once more, in a
 * sentence in which it hardly misses a name.
 *
 * @param language BCP 47 tag
 */
export async function findNames(
  sentence: string,
  language: string,
  { tagNames, isKnown }: FindNamesOptions,
): Promise<FoundName[]> {
  const found = [...((await tagNames?.(sentence)) ?? [])].map(({ text, startIndex }) => ({
    text,
    startIndex,
  }));
  if (caseless.test(sentence)) {
    for (const { 0: text, index } of sentence.matchAll(latinInside)) found.push({ text, startIndex: index });
    for (const match of sentence.matchAll(chineseNames)) {
      const text = match[1] ?? match[2] ?? '';
      // A name of two characters may be read with the first one of the next word.
      const isInSource = isKnown?.(text) === true || isKnown?.(text.slice(0, 2)) === true;
      if (!isInSource) found.push({ text, startIndex: match.index + match[0].indexOf(text) });
    }
    for (const match of sentence.matchAll(titles))
      found.push({ text: match[1] ?? '', startIndex: match.index + 1 });
    return found;
  }
  for (const { 0: text, index } of sentence.matchAll(capitalized)) {
    if (notNames.has(text.toLowerCase()) || text.length < 2) continue;
    const isName = capitalizesNouns.test(language)
      ? isKnown?.(text) === false &&
        !isSentenceStart(sentence, index) &&
        !germanArticle.test(sentence.slice(0, index)) &&
        ((await tagNames?.(`Die Rede war von ${text}.`)) ?? []).length > 0
      : !isSentenceStart(sentence, index);
    if (isName || isAcronym(text)) found.push({ text, startIndex: index });
  }
  return found;
}

/** Two or more capital letters. */
function isAcronym(word: string): boolean {
  return /\p{Lu}[^\s]*\p{Lu}/u.test(word) && !/^\p{Lu}\p{Ll}+-\p{Lu}/u.test(word);
}

function isSentenceStart(sentence: string, at: number): boolean {
  return (
    /(?:^|\n)[\p{P}\p{S}\s]*$/u.test(sentence.slice(0, at)) ||
    /[:.!?…]["'”’)]?\s+["'“‘(„«]*$|["“„«]$/u.test(sentence.slice(0, at))
  );
}
