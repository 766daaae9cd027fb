/** The current page, taken from the path, so that every page has a link that can be shared. */

export type Route =
  | { page: "start" }
  | { page: "new" }
  | { page: "rules"; at: string }
  | { page: "table"; table: string; watch: string }
  | { page: "replay"; table: string; step: number }
  | { page: "missing" };

export function routeOf(path: string, hash: string): Route {
  const parts = partsOf(path);
  if (parts === null) return { page: "missing" };
  const [first = "", second = "", ...rest] = parts;
  const marks = new URLSearchParams(hash.replace(/^#/, ""));
  if (rest.length > 0) return { page: "missing" };
  if (first === "") return { page: "start" };
  if (first === "new" && !second) return { page: "new" };
  if (first === "rules" && !second) return { page: "rules", at: marks.get("at") ?? "" };
  if (first === "t" && second)
    return { page: "table", table: second, watch: marks.get("watch") ?? "" };
  if (first === "replay")
    return { page: "replay", table: second, step: Number(marks.get("step")) || 0 };
  return { page: "missing" };
}

/** Return the path of a place in the rulebook: a section, a paragraph or a citation. */
export function rulesPath(at: string): string {
  return `/rules#${new URLSearchParams({ at }).toString()}`;
}

/** Return whether a click on a link opens it here rather than in another tab or window. */
export function opensHere(event: MouseEvent): boolean {
  const held = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !held;
}

/** Return the parts of a path; null if it is not valid, as in /t/%FF. */
function partsOf(path: string): string[] | null {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname, location.hash));

  constructor() {
    const look = () => (this.route = routeOf(location.pathname, location.hash));
    addEventListener("popstate", look);
    addEventListener("hashchange", look);
    document.addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      if (event.defaultPrevented || !opensHere(event)) return;
      if (link.target || link.hasAttribute("download")) return;
      if (link.pathname.startsWith("/api/")) return;
      event.preventDefault();
      this.go(link.pathname + link.hash);
    });
  }

  /** Go to another page. */
  go(path: string): void {
    if (path !== location.pathname + location.hash) history.pushState(null, "", path);
    this.route = routeOf(location.pathname, location.hash);
    scrollTo(0, 0);
  }

  /** Change the link to this page without adding a history entry. */
  mark(hash: string): void {
    history.replaceState(null, "", location.pathname + (hash && `#${hash}`));
  }
}

export const router = new Router();
