/** Header of a reply to a write: the paths at or below which caches are out of date, separated by commas. */
export const touchedHeader = 'touched';

/** The prefix of all paths: every cached reply may be out of date. */
export const everything = '/v1';

/**
 * The path of a path's collection, at most three segments long: `/v1/carriers` for `/v1/carriers/{carrierID}/options`,
 * `/v1/me/passkeys` for `/v1/me/passkeys/actions/begin`.
 */
export function collectionOf(path: string): string {
  const names = path.split('/').slice(1, 4);
  const end = names.findIndex((name) => name.startsWith('{') || name === 'actions');
  return `/${names.slice(0, end === -1 ? names.length : end).join('/')}`;
}

/** Whether a path lies at or below one of the touched paths. */
export const isTouched = (path: string, touched: readonly string[]): boolean =>
  touched.some((above) => path === above || path.startsWith(`${above}/`));
