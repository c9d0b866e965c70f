import type { ComponentChildren } from 'preact';

/** The way to the portal, where second factors are set up; what was begun here waits beside it. */
export const SetUpLink = ({ url, children }: { url: string; children: ComponentChildren }) => (
  <a href={url} target="_blank" rel="noopener">
    {children}
    <span class="unseen"> (opens in a new tab)</span>
  </a>
);
