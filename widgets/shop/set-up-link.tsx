import type { ComponentChildren } from 'preact';

/** Link to the portal, where second factors are set up; it opens beside the page, so that nothing here is lost. */
export const SetUpLink = ({ url, children }: { url: string; children: ComponentChildren }) => (
  <a href={url} target="_blank" rel="noopener">
    {children}
    <span class="unseen"> (opens in a new tab)</span>
  </a>
);
