import { linkPage } from '../serve-site.ts';
import type { SiteCase } from '../site-case.ts';

/** Sites with endlessly many pages. */
export const crawlerTrapCases: readonly SiteCase[] = [
  {
    name: 'an endless calendar by path',
    pages: () => (path) => {
      if (path === '/') return linkPage('Home', ['/calendar/2026/1', '/about']);
      if (path === '/about') return linkPage('About', ['/team']);
      const month = /^\/calendar\/(\d+)\/(\d+)$/.exec(path);
      const [year, number] = [Number(month?.[1]), Number(month?.[2])];
      if (month)
        return linkPage('Month', [`/calendar/${year}/${number + 1}`, `/calendar/${year + 1}/${number}`]);
      return path === '/team' ? 'x' : undefined;
    },
    expectedUrls: ['/', '/about', '/team'],
    bounded: { pattern: /^\/calendar\//, max: 30 },
    expectedResult: { truncated: false },
  },
  {
    name: 'an endless calendar by query',
    pages: () => (path) => {
      if (path === '/') return linkPage('Home', ['/events?month=1', '/about']);
      const month = /^\/events\?month=(\d+)$/.exec(path);
      if (month) return linkPage('Events', [`/events?month=${Number(month[1]) + 1}`]);
      return path === '/about' ? 'x' : undefined;
    },
    expectedUrls: ['/', '/about'],
    bounded: { pattern: /^\/events\?/, max: 30 },
  },
  {
    name: 'a wrong relative link that nests endlessly',
    pages: () => (path) => (/^\/(?:a\/)*$/.test(path) ? '<a href="a/">more</a>' : undefined),
    expectedUrls: ['/'],
    bounded: { pattern: /^\/(?:a\/)+$/, max: 4 },
  },
  {
    name: 'endlessly nested folders',
    pages: () => (path) =>
      path.split('/').length < 500
        ? linkPage('Down', [`${path.replace(/\/$/, '')}/n${path.length}`, '/about'])
        : undefined,
    expectedUrls: ['/', '/about'],
    bounded: { pattern: /^\/(?:about\/)?n/, max: 600 },
  },
  {
    name: 'session ids that change on every page',
    pages: () => {
      let session = 0;
      return (path) => {
        session++;
        return /^\/(?:page)?(?:\?.*)?$/.test(path)
          ? linkPage('Page', [
              `/page?PHPSESSID=${session}`,
              `/?sid=${session}x`,
              `/page?sessionid=${session}`,
            ])
          : undefined;
      };
    },
    expectedUrls: ['/', '/page'],
  },
  {
    name: 'facets with endless combinations',
    pages: () => {
      const facets = ['color=red', 'color=blue', 'size=1', 'size=2', 'brand=x', 'sort=price', 'sort=name'];
      return (path) => {
        if (path === '/') return linkPage('Home', ['/shop', '/about']);
        if (path === '/about') return 'x';
        const join = path.includes('?') ? '&' : '?';
        return path.startsWith('/shop')
          ? linkPage(
              'Shop',
              facets.map((facet) => path + join + facet),
            )
          : undefined;
      };
    },
    expectedUrls: ['/', '/shop', '/about'],
    bounded: { pattern: /^\/shop\?/, max: 10 },
  },
  {
    name: 'a search page that links to endless new searches',
    pages: () => (path) => {
      if (path === '/') return linkPage('Home', ['/search?q=a', '/about']);
      if (path === '/about') return 'x';
      return path.startsWith('/search?q=')
        ? linkPage(
            'Found',
            ['a', 'b', 'c'].map((word) => path + word),
          )
        : undefined;
    },
    expectedUrls: ['/', '/about'],
    bounded: { pattern: /^\/search\?/, max: 300 },
  },
  {
    name: 'an endless chain of numbered pages',
    pages: () => (path) => {
      const number = path === '/' ? 0 : Number(/^\/item\/(\d+)$/.exec(path)?.[1]);
      return Number.isNaN(number) ? undefined : linkPage('Item', [`/item/${number + 1}`]);
    },
    expectedUrls: ['/'],
    bounded: { pattern: /^\/item\/\d+$/, max: 3000 },
  },
  {
    name: 'endless subdomains',
    input: { includeSubdomains: true, limit: 5000 },
    pages: (at) => (path, host) => {
      const number = Number(/^u(\d+)\./.exec(host)?.[1] ?? 0);
      if (path !== '/') return undefined;
      return linkPage(
        'User',
        [1, 2, 3].map((step) => at(`u${number * 3 + step}.example.test/`)),
      );
    },
    expectedUrls: ['/'],
    bounded: { pattern: /^u\d+\.example\.test\/$/, max: 300 },
  },
  {
    name: 'sixty pages of real pagination are not treated as a trap',
    pages: () => (path) => {
      const page = path === '/' ? 1 : Number(/^\/blog\?page=(\d+)$/.exec(path)?.[1]);
      if (Number.isNaN(page)) return /^\/post-\d+$/.test(path) ? 'x' : undefined;
      const next = page < 20 ? [`/blog?page=${page + 1}`] : [];
      return linkPage('Blog', [...next, `/post-${page * 2}`, `/post-${page * 2 + 1}`]);
    },
    expectedUrls: [
      '/',
      ...Array.from({ length: 19 }, (_, index) => `/blog?page=${index + 2}`),
      ...Array.from({ length: 40 }, (_, index) => `/post-${index + 2}`),
    ],
  },
  {
    name: 'dated articles are not treated as a calendar',
    pages: () => (path) => {
      const days = Array.from(
        { length: 60 },
        (_, index) => `/2026/01/${String(index % 28).padStart(2, '0')}/story-${index}`,
      );
      if (path === '/') return linkPage('News', days);
      return days.includes(path) ? 'x' : undefined;
    },
    expectedUrls: [
      '/',
      ...Array.from(
        { length: 60 },
        (_, index) => `/2026/01/${String(index % 28).padStart(2, '0')}/story-${index}`,
      ),
    ],
  },
];
