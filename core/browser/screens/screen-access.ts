/** Path pattern of a screen, and whether the person may open it. */
export interface SessionScreen {
  path: string;
  isAllowed: boolean;
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
const isParameter = (segment: string): boolean => segment.startsWith(':');

/**
 * Whether the person may open an address, so that links to forbidden screens are not offered. A dashboard address
 * without a screen is forbidden; other addresses are open to all.
 */
export function screenAccess(screens: readonly SessionScreen[]): (href: string) => boolean {
  const known = screens
    .map(({ path, isAllowed }) => ({ segments: segmentsOf(path), isAllowed }))
    // In the order of the router: `customers/create` before `customers/:customerID`.
    .sort((one, other) => one.segments.filter(isParameter).length - other.segments.filter(isParameter).length);
  const answers = new Map<string, boolean>();
  return (href) => {
    const path = href.replace(/[?#].*$/s, '');
    if (!/^\/dashboard(\/|$)/.test(path)) return true;
    const answered = answers.get(path);
    if (answered !== undefined) return answered;
    const given = segmentsOf(path);
    const screen = known.find(
      ({ segments }) =>
        segments.length === given.length &&
        segments.every((segment, place) => isParameter(segment) || segment === given[place]),
    );
    const isOpen = screen?.isAllowed ?? false;
    answers.set(path, isOpen);
    return isOpen;
  };
}
