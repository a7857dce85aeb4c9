/** Types of records of a binary presentation ([MS-PPT] 2.13.24). */
export const pptTypes = {
  document: 1000,
  documentAtom: 1001,
  slide: 1006,
  slideAtom: 1007,
  notes: 1008,
  environment: 1010,
  slidePersist: 1011,
  slideShowInfo: 1017,
  externalObjects: 1033,
  drawingGroup: 1035,
  drawing: 1036,
  programTags: 5000,
  programTag: 5002,
  programTagData: 5003,
  fontCollection: 2005,
  placeholder: 3011,
  outlineText: 3998,
  textHeader: 3999,
  characters: 4000,
  styles: 4001,
  masterStyles: 4003,
  bytes: 4008,
  numberedStyles: 4012,
  font: 4023,
  string: 4026,
  hyperlinkAtom: 4051,
  hyperlink: 4055,
  interaction: 4082,
  interactionAtom: 4083,
  interactionRange: 4063,
  slideList: 4080,
  userEdit: 4085,
  currentUser: 4086,
  persistDirectory: 6002,
  cryptSession: 12_052,
} as const;

/** Records that stand for the number of the slide, dates, heads and feet, by the position of their character. */
export const fieldTypes: ReadonlySet<number> = new Set([4056, 4087, 4088, 4089, 4090, 4117]);

/** Types of texts ([MS-PPT] 2.13.33). */
export const textTypes = {
  title: 0,
  body: 1,
  notes: 2,
  other: 4,
  centeredBody: 5,
  centeredTitle: 6,
} as const;
