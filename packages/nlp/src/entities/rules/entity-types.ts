/** All entity types. The API contract fixes this list. */
export const entityTypes = [
  'PERSON',
  'ORGANIZATION',
  'LOCATION',
  'FACILITY',
  'NATIONALITY',
  'EVENT',
  'WORK_OF_ART',
  'PRODUCT',
  'DATE',
  'TIME',
  'DURATION',
  'MONEY',
  'PERCENT',
  'QUANTITY',
  'NUMBER',
  'ORDINAL',
  'EMAIL',
  'URL',
  'PHONE_NUMBER',
  'ADDRESS',
  'IP_ADDRESS',
  'CREDIT_CARD',
  'IBAN',
  'HASHTAG',
  'MENTION',
  'OTHER',
] as const;

/** One of the entity types. */
export type EntityType = (typeof entityTypes)[number];
