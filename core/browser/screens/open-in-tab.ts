import { accountURL } from './account-tab.ts';

/** Opens an address of the API, such as `/v1/files/file_1`, in a new tab as a click on a link does. */
export function openInTab(path: string, query: Record<string, unknown> = {}): void {
  const link = Object.assign(document.createElement('a'), {
    href: accountURL(path, query),
    target: '_blank',
    rel: 'noopener',
  });
  // Outside the page the click would not reach the listener that renews the session.
  document.body.append(link);
  link.click();
  link.remove();
}
