import { ApiError } from '@millwright/core/browser';

/** The clicked link to an address of the API, if it is followed by the browser itself. */
function linkToAPI({ target, defaultPrevented, button }: MouseEvent): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  const isFollowed = link !== null && !defaultPrevented && button === 0;
  return isFollowed && link.origin === location.origin && link.pathname.startsWith('/api/') ? link : undefined;
}

/**
 * Renews the session before the browser follows a link to the API, such as a CSV file or a paper. The browser cannot
 * renew it and would save the refusal of an expired session as the file. If renewing fails, the link is followed
 * anyway, because some links need no session; a person who is signing out follows none.
 */
export function renewBeforeLinks(renew: () => Promise<unknown>): void {
  const renewed = new WeakSet<HTMLAnchorElement>();
  document.addEventListener('click', (event) => {
    const link = linkToAPI(event);
    if (!link || renewed.delete(link)) return;
    event.preventDefault();
    const follow = (): void => {
      // Only a link in the page is asked about again.
      if (link.isConnected) renewed.add(link);
      link.click();
    };
    void renew().then(follow, (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'signed_out')) follow();
    });
  });
}
