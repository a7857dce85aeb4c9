/** The routes of an application, matched by path regardless of the method. */
export class RouteTable {
  readonly #routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];

  /**
   * Adds a route.
   *
   * @param url its pattern, such as `/accounts/:id/credits`
   */
  add(methods: string | readonly string[], url: string): void {
    const segments = url
      .split('/')
      .map((segment) => (segment.startsWith(':') ? '[^/]+' : escapePattern(segment)));
    this.#routes.push({
      pattern: new RegExp(`^${segments.join('/')}/?$`),
      methods: typeof methods === 'string' ? [methods] : methods,
    });
  }

  /** Returns the methods that a path supports, each once, in the order of their routes. */
  findMethods(path: string): string[] {
    const methods = this.#routes
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((route) => route.methods);
    return [...new Set(methods)];
  }
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
