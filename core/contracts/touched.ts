/** Header of an answer to a write: the paths at or below which caches are out of date, apart by commas. */
export const touchedHeader = 'touched';

/** What every address lies below: all of it may have changed. */
export const everything = '/v1';

/**
 * The address of the collection that a path belongs to, at most three names long: `/v1/carriers` of
 * `/v1/carriers/{carrierID}/options`, `/v1/me/passkeys` of `/v1/me/passkeys/actions/begin`.
 */
export function collectionOf(path: string): string {
  const names = path.split('/').slice(1, 4);
  const end = names.findIndex((name) => name.startsWith('{') || name === 'actions');
  return `/${names.slice(0, end === -1 ? names.length : end).join('/')}`;
}

/** Whether a path lies at or below one that was touched. */
export const isTouched = (path: string, touched: readonly string[]): boolean =>
  touched.some((above) => path === above || path.startsWith(`${above}/`));
