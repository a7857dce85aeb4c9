import type { RtfDestination } from './rtf-state.ts';

/** Destinations whose text is not read. */
const skipped = new Set([
  ...[
    'header',
    'headerl',
    'headerr',
    'headerf',
    'footer',
    'footerl',
    'footerr',
    'footerf',
    'ftnsep',
    'ftnsepc',
    'ftncn',
  ],
  ...[
    'aftnsep',
    'aftnsepc',
    'aftncn',
    'pict',
    'nonshppict',
    'objdata',
    'objclass',
    'objname',
    'shprslt',
    'colortbl',
  ],
  ...[
    'annotation',
    'atnid',
    'atnauthor',
    'atndate',
    'atnref',
    'atrfstart',
    'atrfend',
    'xe',
    'tc',
    'tcn',
    'rxe',
    'bkmkstart',
  ],
  ...[
    'bkmkend',
    'revtbl',
    'rsidtbl',
    'generator',
    'filetbl',
    'template',
    'nonesttables',
    'mmathPict',
    'moMathParaPr',
    'formfield',
    'private',
    'comment',
  ],
  ...[
    'falt',
    'panose',
    'fname',
    'themedata',
    'colorschememapping',
    'latentstyles',
    'datastore',
    'datafield',
    'fontemb',
  ],
  ...[
    'listname',
    'liststylename',
    'levelnumbers',
    'leveltext',
    'pntxta',
    'pntxtb',
    'userprops',
    'xmlnstbl',
    'pgptbl',
  ],
  ...[
    'background',
    'docvar',
    'mmathPr',
    'nextfile',
    'keywords',
    'listpicture',
    'keycode',
    'staticval',
    'propname',
    'do',
  ],
]);

/** Destinations that are read although programs may ignore them, or that change what is read. */
const read: Readonly<Record<string, RtfDestination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtable: 'lists',
  listoverridetable: 'overrides',
  listtext: 'label',
  pntext: 'label',
  fldinst: 'field-code',
  moMath: 'math',
  info: 'info',
  sn: 'shape-name',
  sv: 'shape-value',
};
/** Optional destinations that keep the destination around them. */
const transparent = new Set([
  'shpinst',
  'shppict',
  'pn',
  'nesttableprops',
  'moMathPara',
  'ud',
  'cs',
  'ts',
  'ds',
  'shp',
  'picprop',
  'footnote',
]);

/**
 * Returns where the text of a group goes after its control word.
 *
 * @param isOptional whether the control word follows `\*`
 * @param current where the text around the group goes
 * @returns undefined if the control word is no destination
 */
export function destinationOf(
  name: string,
  isOptional: boolean,
  current: RtfDestination,
): RtfDestination | undefined {
  if (current === 'skip') return undefined;
  // Descriptions of pictures are inside of the pictures.
  if (name === 'pict') return 'skip';
  if (skipped.has(name)) return 'skip';
  if (Object.hasOwn(read, name)) return read[name];
  return isOptional && !transparent.has(name) ? 'skip' : undefined;
}
