import { attributeOf, type DomElement, getAttribute } from '@quern/content/dom/dom';

/** A video embedded in a page. */
export interface EmbeddedVideo {
  /** URL of the page or file that shows the video. */
  readonly url: string;
  /** `Video` if the page states none. */
  readonly title: string;
}

/** Hosts whose frames are videos. */
const videoHost =
  /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com|dailymotion\.com|wistia\.(?:com|net)|loom\.com|twitch\.tv|ted\.com|bilibili\.com|rumble\.com|peertube\.tv|streamable\.com)$/;
const videoFile = /\.(?:mp4|webm|ogv|m4v|mov)$/i;
const sourceAttributes = ['src', 'data-src', 'data-lazy-src', 'data-litespeed-src'];

/** Returns the video that a frame or a player shows; undefined for other frames. */
export function resolveEmbeddedVideo(element: DomElement, baseUrl: string): EmbeddedVideo | undefined {
  // Videos that play automatically are decoration.
  if (element.name === 'video' && 'autoplay' in element.attributes) return undefined;
  for (const source of sourceUrlsOf(element)) {
    const url = URL.parse(source.trim(), baseUrl);
    if (!url || !/^https?:$/.test(url.protocol)) continue;
    const isVideo = element.name === 'video' ? videoFile.test(url.pathname) : videoHost.test(url.hostname);
    if (!isVideo) continue;
    const title = (getAttribute(element, 'title') ?? getAttribute(element, 'aria-label') ?? '').trim();
    return { url: watchPageUrl(url), title: title || 'Video' };
  }
  return undefined;
}

function sourceUrlsOf(element: DomElement): string[] {
  const attributes = sourceAttributes.map((name) => attributeOf(element, name));
  const children = element.children.map((child) =>
    child.kind === 'element' && child.name === 'source' ? attributeOf(child, 'src') : '',
  );
  return [...attributes, ...children].filter((url) => url !== '');
}

/** Returns the page of a video, since the URL of a frame shows only the player. */
function watchPageUrl(url: URL): string {
  const id = /^\/embed\/([\w-]{6,})/.exec(url.pathname)?.[1];
  if (id !== undefined && /youtube/.test(url.hostname) && id !== 'videoseries')
    return `https://www.youtube.com/watch?v=${id}`;
  const vimeo = /^\/video\/(\d+)/.exec(url.pathname)?.[1];
  if (vimeo !== undefined && url.hostname === 'player.vimeo.com') return `https://vimeo.com/${vimeo}`;
  return url.href;
}
