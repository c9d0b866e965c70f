/** What a session knows of a screen: its path, with parameters, and whether the person may open it. */
export interface SessionScreen {
  path: string;
  isAllowed: boolean;
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
const isParameter = (segment: string): boolean => segment.startsWith(':');

/**
 * Tells of any address whether the person may open what is behind it, so that nobody is offered a way to "no
 * permission". A dashboard address without a screen leads nowhere; addresses elsewhere are open to all.
 */
export function screenAccess(screens: readonly SessionScreen[]): (href: string) => boolean {
  const known = screens
    .map(({ path, isAllowed }) => ({ segments: segmentsOf(path), isAllowed }))
    // As routes are matched: `customers/create` before `customers/:customerID`.
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
