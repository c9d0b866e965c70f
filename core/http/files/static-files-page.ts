/** The part of the build's manifest that the shell's page needs. */
export interface BuiltScripts {
  /** Path of the script that starts the shell. */
  entry: string;
  /** `sha384-...` */
  integrity: string;
  css: { path: string; integrity: string }[];
  /** Scripts and style sheets that the entry imports statically. */
  preload?: { path: string; integrity: string }[];
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Crect width='32' height='32' rx='7' fill='%232b51b8'/%3E%3Cpath d='M8 23V10l8 8 8-8v13' fill='none' " +
  "stroke='white' stroke-width='3.2' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

// Runs before the first paint, so that a dark screen does not flash white. The key and the attribute are Mantine's.
const colorSchemeScript = `try {
  const chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  const isDark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
} catch {}`;

// The policy for Trusted Types, which judges all conversions of texts to scripts or markup. Libraries pass plain
// strings, so it is the default policy. Script addresses must be of this origin; HTML may only be style rules without
// tags. Mails are shown in a frame whose document inherits the content security policy, so that no script of a mail
// runs.
const trustedTypesScript = `if (window.trustedTypes) trustedTypes.createPolicy('default', {
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href);
    const isOurs = /^\\/((assets|plugins)\\/|scanning-station-worker\\.js$)/.test(pathname);
    return origin === location.origin && isOurs ? address : null;
  },
  createHTML: (text, type, sink) => (sink === 'HTMLIFrameElement srcdoc' || !text.includes('<') ? text : null),
});`;

const backgrounds =
  "html { background: #fff } html[data-mantine-color-scheme='dark'] { background: #191b20; color: #e4e6ea }";

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The page of the shell. `nonce` is the nonce of its content security policy. */
export function shellPage({ entry, integrity, css, preload = [] }: BuiltScripts, nonce: string): string {
  const attributes = (hash: string): string => `integrity="${html(hash)}" crossorigin="anonymous"`;
  const preloads = preload.map(({ path, integrity: hash }) => {
    const kind = path.endsWith('.css') ? 'style' : 'script';
    return `<link rel="preload" as="${kind}" href="${html(path)}" nonce="${nonce}" ${attributes(hash)}>`;
  });
  const sheets = css.map(
    ({ path, integrity: hash }) => `<link rel="stylesheet" href="${html(path)}" ${attributes(hash)}>`,
  );
  return `<!doctype html>
<html lang="en" data-mantine-color-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Millwright</title>
<link rel="icon" href="${icon}">
<style nonce="${nonce}">${backgrounds}</style>
<script nonce="${nonce}">${trustedTypesScript}
${colorSchemeScript}</script>
${[...preloads, ...sheets].join('\n')}
<script nonce="${nonce}" defer src="${html(entry)}" ${attributes(integrity)}></script>
</head>
<body>
<div id="root"></div>
<noscript>Millwright needs JavaScript. Switch it on for this site and load the page again.</noscript>
</body>
</html>
`;
}
