/** Whether an If-None-Match header contains the ETag. */
export const matchesEtag = (etag: string, header: string | undefined): boolean =>
  (header ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
