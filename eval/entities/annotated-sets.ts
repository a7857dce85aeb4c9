const coreTypes = ['PERSON', 'ORGANIZATION', 'LOCATION'];

/** A set of annotated sentences that the scorecard shows. */
export interface AnnotatedSet {
  /** Key in the results. */
  readonly name: string;
  /** File in the `ner` folder, without `.jsonl.gz`. */
  readonly file: string;
  /** Types that the set annotates. */
  readonly types: readonly string[];
  /** Only every tenth sentence is scored: the tenth that training holds back. */
  readonly isTenth: boolean;
}

/** The sets that the scorecard shows, in its order. */
export const annotatedSets: readonly AnnotatedSet[] = [
  { name: 'ewt-dev', file: 'ewt.dev', types: coreTypes, isTenth: false },
  { name: 'uner-pt-dev', file: 'uner-pt.dev', types: coreTypes, isTenth: false },
  { name: 'uner-sv-dev', file: 'uner-sv.dev', types: coreTypes, isTenth: false },
  { name: 'uner-da-dev', file: 'uner-da.dev', types: coreTypes, isTenth: false },
  { name: 'germeval-tenth', file: 'germeval14-de.train', types: coreTypes, isTenth: true },
  {
    name: 'wnut17-test',
    file: 'wnut17.test',
    types: [...coreTypes, 'PRODUCT', 'WORK_OF_ART'],
    isTenth: false,
  },
  { name: 'btc-dev', file: 'btc.dev', types: coreTypes, isTenth: false },
];
