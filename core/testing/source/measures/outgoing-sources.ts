/** Modules that connect to other machines. */
const speaking =
  'net|tls|http|https|http2|dgram|ssh2|ssh2-sftp-client|nodemailer|undici|ws|axios|node-fetch|got|basic-ftp|ldapts?';
const modules = new RegExp(
  `\\bimport\\s+([^;'"]*?)\\s*from\\s*['"](?:node:)?(${speaking})(?:/[^'"]*)?['"]` +
    `|\\b(?:import|require|getBuiltinModule)\\s*\\(\\s*['"](?:node:)?(${speaking})(?:/[^'"]*)?['"]` +
    `|\\bexport\\s+[^;'"]*from\\s*['"](?:node:)?(${speaking})['"]`,
  'g',
);
/** Exports of these modules that open no connection: address comparison, servers and types. */
const harmless = new Set([
  ...['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'AddressInfo', 'LookupFunction', 'Socket', 'createServer', 'Server'],
  ...['IncomingMessage', 'ServerResponse', 'createSecureContext'],
]);
/** The global itself, not a property, key or text of that name. */
const globals = /(?<![\w.$#'"`-])(?:fetch|WebSocket|EventSource)\b(?!\s*(?:[?:]|=[^=])|['"`])/g;
const byGlobalThis = /\bglobalThis\s*(?:\.|\[\s*['"])fetch\b/;

/** Whether an import takes nothing that opens a connection. */
function isHarmless(taken: string): boolean {
  if (/^type\b/.test(taken)) return true;
  const names = /^\{([\s\S]*)\}$/.exec(taken.trim())?.[1];
  if (names === undefined) return false;
  return names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .every((name) => name.startsWith('type ') || harmless.has(name.split(/\s+as\s+/)[0] ?? ''));
}

/** Ways in which a server source opens its own connections. */
export function waysOutOf(source: string): string[] {
  const text = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const found = new Set<string>();
  for (const [, taken, imported, asked, passed] of text.matchAll(modules))
    if (taken === undefined || !isHarmless(taken)) found.add(imported ?? asked ?? passed ?? '');
  for (const [word] of text.replaceAll(/\btypeof fetch\b/g, '').matchAll(globals)) found.add(word);
  if (byGlobalThis.test(text)) found.add('globalThis.fetch');
  return [...found].sort();
}
