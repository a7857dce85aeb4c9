import { type DomElement, getAttribute } from '../dom.ts';

export interface EmbeddedVideo {
  readonly url: string;
  readonly title: string;
}

/** Hosts whose frames are videos; of a frame elsewhere nobody knows what it shows. */
const videoHost =
  /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com|dailymotion\.com|wistia\.(?:com|net)|loom\.com|twitch\.tv|ted\.com|bilibili\.com|rumble\.com|peertube\.tv|streamable\.com)$/;
const videoFile = /\.(?:mp4|webm|ogv|m4v|mov)$/i;
const sourceAttributes = ['src', 'data-src', 'data-lazy-src', 'data-litespeed-src'];

/** The video that a frame or a player shows, as an address to open; undefined for other frames. */
export function resolveEmbeddedVideo(element: DomElement, baseUrl: string): EmbeddedVideo | undefined {
  // Films that start by themselves are decoration.
  if (element.name === 'video' && 'autoplay' in element.attributes) return undefined;
  for (const address of addressesOf(element)) {
    const url = URL.parse(address.trim(), baseUrl);
    if (!url || !/^https?:$/.test(url.protocol)) continue;
    const isVideo = element.name === 'video' ? videoFile.test(url.pathname) : videoHost.test(url.hostname);
    if (!isVideo) continue;
    const title = (getAttribute(element, 'title') ?? getAttribute(element, 'aria-label') ?? '').trim();
    return { url: watchAddress(url), title: title || 'Video' };
  }
  return undefined;
}

function addressesOf(element: DomElement): string[] {
  const own = sourceAttributes.map((name) => getAttribute(element, name) ?? '');
  const inner = element.children.map((child) =>
    child.kind === 'element' && child.name === 'source' ? (getAttribute(child, 'src') ?? '') : '',
  );
  return [...own, ...inner].filter((address) => address !== '');
}

/** A frame's address shows the bare player; the page of the video is what a reader wants. */
function watchAddress(url: URL): string {
  const id = /^\/embed\/([\w-]{6,})/.exec(url.pathname)?.[1];
  if (id !== undefined && /youtube/.test(url.hostname) && id !== 'videoseries')
    return `https://www.youtube.com/watch?v=${id}`;
  const vimeo = /^\/video\/(\d+)/.exec(url.pathname)?.[1];
  if (vimeo !== undefined && url.hostname === 'player.vimeo.com') return `https://vimeo.com/${vimeo}`;
  return url.href;
}
