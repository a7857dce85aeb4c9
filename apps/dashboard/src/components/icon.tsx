import type { JSX } from 'preact';

/** Outlines on a grid of 24 units. */
const outlines = {
  playground: 'M8 5v14l11-7z',
  jobs: 'M4 6h16M4 12h16M4 18h10',
  usage: 'M5 20V10M12 20V4M19 20v-7',
  keys: 'M14 10a4 4 0 1 0-4 4l2 2h2v2h2v2h3v-3l-5-5z',
  webhooks: 'M9 9a4 4 0 1 1 6 1l3 6M7 11l-2 5a4 4 0 1 0 5 2h5m-1 0a4 4 0 1 0 2-5',
  system: 'M5 5h14v6H5zM5 13h14v6H5zM8 8h2M8 16h2',
  accounts:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 5a3 3 0 0 1 0 6M17 14a6 6 0 0 1 4 6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  reference: 'M6 4h9a3 3 0 0 1 3 3v13H8a2 2 0 0 1-2-2zM9 8h6M9 12h6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  check: 'M5 12l5 5 9-10',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  close: 'M6 6l12 12M18 6L6 18',
} as const;

/** A decorative icon; the text next to it, or the label of its button, names what it does. */
export function Icon({ name }: { readonly name: keyof typeof outlines }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={outlines[name]} />
    </svg>
  );
}
