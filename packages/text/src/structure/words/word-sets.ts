import bylineWords from './byline-words.data.json' with { type: 'json' };
import captionLabels from './caption-labels.data.json' with { type: 'json' };
import closings from './closings.data.json' with { type: 'json' };
import headingKeywords from './heading-keywords.data.json' with { type: 'json' };
import labelWords from './label-words.data.json' with { type: 'json' };
import messageHeaders from './message-headers.data.json' with { type: 'json' };
import monthNames from './month-names.data.json' with { type: 'json' };
import pageWords from './page-words.data.json' with { type: 'json' };
import referenceHeadings from './reference-headings.data.json' with { type: 'json' };
import replyAttributions from './reply-attributions.data.json' with { type: 'json' };
import salutations from './salutations.data.json' with { type: 'json' };
import sectionWords from './section-words.data.json' with { type: 'json' };

type WordSet = ReadonlySet<string>;

const setOf = (...lists: readonly (readonly string[])[]): WordSet => new Set(lists.flat());

/** Words at the start of a byline, such as "By". */
export const authorWords: WordSet = setOf(bylineWords.by);
/** Words before the date of publication. */
export const publishedWords: WordSet = setOf(bylineWords.published);
/** Words before the number or text of a caption. */
export const captionWords: WordSet = setOf(captionLabels);
/** Phrases that close a message. */
export const closingPhrases: WordSet = setOf(closings);
/** Phrases that open a message. */
export const salutationPhrases: WordSet = setOf(salutations);
/** Words before the number of a section. */
export const numberedHeadingWords: WordSet = setOf(headingKeywords);
/** Labels before a colon that are not names of speakers. */
export const labels: WordSet = setOf(labelWords, captionLabels, bylineWords.published, sectionWords);
/** Names of the header fields of messages. */
export const headerFields: WordSet = setOf(messageHeaders.from, messageHeaders.subject, messageHeaders.other);
/** Header fields that name the sender of a message. */
export const senderFields: WordSet = setOf(messageHeaders.from);
/** Header fields that contain the subject of a message. */
export const subjectFields: WordSet = setOf(messageHeaders.subject);
/** Verbs at the end of the line before a quoted message. */
export const attributionEndings: readonly string[] = replyAttributions.endings;
/** Lines between a message and the one that it quotes or passes on. */
export const messageDividers: WordSet = setOf(replyAttributions.dividers);
/** Names of months, in the forms that dates have. */
export const months: WordSet = setOf(monthNames);
/** Words before the number of a page. */
export const pageLabels: WordSet = setOf(pageWords);
/** Headings of bibliographies and lists of links. */
export const referenceTitles: WordSet = setOf(referenceHeadings);
/** Usual headings of sections. */
export const sectionTitles: WordSet = setOf(sectionWords, referenceHeadings);
