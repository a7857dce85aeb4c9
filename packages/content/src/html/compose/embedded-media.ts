import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { attributeOf, type DomElement, domText, getAttribute } from '../../dom/dom.ts';

/** A resource that a page shows inside a frame or a player. */
export interface EmbeddedMedia {
  /** Address of the page or file that shows it. */
  readonly url: string;
  /** As the page states it, else its kind, such as `Video`. */
  readonly title: string;
  /** Whether it is an image, which has its title as description. */
  readonly isImage: boolean;
}

/** Hosts whose frames are content, with the name of what they show. */
const hosts: readonly (readonly [name: string, host: RegExp])[] = [
  [
    'Video',
    /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com|dailymotion\.com|wistia\.(?:com|net)|loom\.com|twitch\.tv|ted\.com|bilibili\.com|rumble\.com|peertube\.tv|streamable\.com)$/,
  ],
  [
    'Audio',
    /(?:^|\.)(?:open\.spotify\.com|w\.soundcloud\.com|bandcamp\.com|embed\.podcasts\.apple\.com|player\.captivate\.fm|share\.transistor\.fm|play\.libsyn\.com|html5-player\.libsyn\.com|podigee\.io|megaphone\.fm|mixcloud\.com|anchor\.fm|buzzsprout\.com|podbean\.com|widget\.deezer\.com|simplecast\.com|acast\.com)$/,
  ],
  [
    'Document',
    /(?:^|\.)(?:docs\.google\.com|slideshare\.net|scribd\.com|issuu\.com|speakerdeck\.com|documentcloud\.org|view\.officeapps\.live\.com)$/,
  ],
  [
    'Code',
    /(?:^|\.)(?:codepen\.io|jsfiddle\.net|codesandbox\.io|stackblitz\.com|gist\.github\.com|replit\.com|observablehq\.com|runkit\.com)$/,
  ],
  [
    'Chart',
    /(?:^|\.)(?:datawrapper\.dwcdn\.net|flo\.uri\.sh|public\.flourish\.studio|infogram\.com|ourworldindata\.org)$/,
  ],
];
const mapAddress =
  /^https?:\/\/(?:[\w-]+\.)*(?:google\.[a-z.]{2,6}\/maps|maps\.google\.[a-z.]{2,6}|openstreetmap\.org\/export\/embed|umap\.openstreetmap\.[a-z]{2}|bing\.com\/maps|maps\.apple\.com|yandex\.[a-z.]{2,6}\/map|mapy\.cz|2gis\.[a-z]{2}|api\.mapbox\.com|felt\.com\/embed|map\.baidu\.com|arcgis\.com)/i;
const files: readonly (readonly [name: string, file: RegExp])[] = [
  ['Video', /\.(?:mp4|webm|ogv|m4v|mov)$/i],
  ['Audio', /\.(?:mp3|ogg|oga|opus|m4a|wav|flac|aac)$/i],
  ['Document', /\.(?:pdf|docx?|pptx?|xlsx?|od[tsp]|epub)$/i],
];
const imageFile = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i;
const sourceAttributes = ['src', 'data', 'data-src', 'data-lazy-src', 'data-litespeed-src'];
/** Elements that play one kind of file, whatever its name. */
const playerNames: Readonly<Record<string, string>> = { video: 'Video', audio: 'Audio' };
const titleLengthMax = 200;
/** Of addresses that stay relative. */
const relativeBase = 'http://relative.invalid/';

/** Elements that may show a resource. */
export const embedTag = /^(?:iframe|embed|object|video|audio)$/;

/**
 * Returns what a frame, a player or an object shows; undefined for frames of other sites, players without a file, and
 * objects that show their fallback.
 *
 * @param resolve returns the address; '' for none
 */
export function readEmbeddedMedia(
  element: DomElement,
  resolve: (address: string) => string,
): EmbeddedMedia | undefined {
  // Videos that play automatically are decoration.
  if (element.name === 'video' && 'autoplay' in element.attributes) return undefined;
  for (const source of sourcesOf(element)) {
    const address = resolve(source.trim());
    const url = address === '' ? null : URL.parse(address, relativeBase);
    if (!url || !/^https?:$/.test(url.protocol)) continue;
    const isImage =
      element.name === 'object' && (imageFile.test(url.pathname) || isOfType(element, 'image/'));
    const kind = isImage ? '' : kindOf(element, url);
    if (kind !== undefined)
      return {
        url: url.href.startsWith(relativeBase) ? address : shownPage(url),
        title: titleOf(element, isImage) || kind,
        isImage,
      };
  }
  return undefined;
}

function kindOf(element: DomElement, url: URL): string | undefined {
  const file = files.find(([, pattern]) => pattern.test(url.pathname))?.[0];
  const player = playerNames[element.name];
  if (player !== undefined) return file === undefined ? undefined : player;
  if (element.name !== 'iframe' && isOfType(element, 'application/pdf')) return 'Document';
  if (mapAddress.test(url.href)) return 'Map';
  return hosts.find(([, host]) => host.test(url.hostname))?.[0] ?? file;
}

function isOfType(element: DomElement, type: string): boolean {
  return attributeOf(element, 'type').toLowerCase().startsWith(type);
}

/** @param isImage whether the fallback describes the resource */
function titleOf(element: DomElement, isImage: boolean): string {
  const stated = getAttribute(element, 'title') ?? getAttribute(element, 'aria-label') ?? '';
  const title = stated.trim() || (isImage ? domText(element) : '');
  return collapseWhitespace(title).slice(0, titleLengthMax);
}

function sourcesOf(element: DomElement): string[] {
  const attributes = sourceAttributes.map((name) => attributeOf(element, name));
  const children = element.children.map((child) =>
    child.kind === 'element' && (child.name === 'source' || child.name === 'embed')
      ? attributeOf(child, 'src')
      : '',
  );
  return [...attributes, ...children].filter((url) => url !== '');
}

/** Returns the page of a video, since the URL of a frame shows only the player. */
function shownPage(url: URL): string {
  const id = /^\/embed\/([\w-]{6,})/.exec(url.pathname)?.[1];
  if (id !== undefined && /youtube/.test(url.hostname) && id !== 'videoseries')
    return `https://www.youtube.com/watch?v=${id}`;
  const vimeo = /^\/video\/(\d+)/.exec(url.pathname)?.[1];
  if (vimeo !== undefined && url.hostname === 'player.vimeo.com') return `https://vimeo.com/${vimeo}`;
  return url.href;
}
