import { hasCardNumber } from '../contracts/texts/text.ts';

/** Replacement for a secret. */
export const masked = '[masked]';

const secretNames = [
  /pass(word|wd|phrase)?$|secret|token|authori[sz]ation|cookie|credential|signature|session|otp$/i,
  /api[-_]?key$|private[-_]?key$|^code$|^key$|^auth$|^sid$|^pin$|cvc|cvv|card[-_]?number/i,
];

/** Whether a parameter, header or field with this name contains a secret. */
export const isSecretName = (name: string): boolean => {
  const bare = name.replace(/\[\]$/, '');
  return secretNames.some((form) => form.test(bare));
};

/** The replacement of a pattern: a text, or a function of the match. */
type Replacement = string | ((found: string, ...parts: string[]) => string);

/**
 * Each pattern consumes all characters that it examines, so that long untrusted texts are scanned only once. Matches
 * that are too short for a secret are restored by the replacement.
 */
const secretForms: readonly [RegExp, Replacement][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${masked}`],
  // A JSON web token.
  [
    /eyJ[\w-]{5,}(\.[\w-]*)?(?:\.[\w-]*)?/g,
    (found, payload: string | undefined) => ((payload?.length ?? 0) > shortestPart ? masked : found),
  ],
  // API keys of Millwright and of integrated services: a short prefix, then a long run of characters.
  [
    /\b(?:sk|pk|rk|ak|whsec|shpat|ghp|xox[a-z])(?:_live|_test)?[_-]([A-Za-z0-9]+)/g,
    (found, run) => (run.length >= shortestRun ? masked : found),
  ],
  [/\b(set-)?cookie\s*[:=]\s*[^\r\n]*/gi, `$1cookie: ${masked}`],
  [/((?:password|passwd|secret|token|authorization)"?\s*[=:]\s*)(?:"[^"]*"|[^\s&;,"']+)/gi, `$1${masked}`],
  [/(api[-_]?key"?\s*[=:]\s*)(?:"[^"]*"|[^\s&;,"']+)/gi, `$1${masked}`],
  // These short names are too ambiguous in running text, but clear in an address.
  [/([?&](?:code|key|sid|session|auth)=)[^\s&#]+/gi, `$1${masked}`],
  [/(\/\/[^\s/:@]*):[^\s/@]+@/g, `$1:${masked}@`],
];
const shortestPart = 5;
const shortestRun = 12;

/** Masks digits that may be a card number, in one run or in groups; the last four stay, as on receipts. */
const maskCards = (text: string): string =>
  text.replace(/\d(?:[ -]?\d){12,18}/g, (run) =>
    hasCardNumber(run) ? `[card ${run.replace(/\D/g, '').slice(-4)}]` : run,
  );

/** The text with masked secrets: keys, tokens, passwords, cookies, card numbers. */
export function maskText(text: string): string {
  let result = text;
  for (const [form, replacement] of secretForms) result = result.replace(form, replacement as string);
  return maskCards(result);
}

/** A path with masked secrets: long random segments that are not ids of records are masked completely. */
export const maskPath = (path: string): string =>
  path
    .split('/')
    .map((segment) =>
      /^(?![a-z_]{1,63}_[0-7][0-9a-hjkmnp-tv-z]{25}$)(?=.*\d)[\w.~-]{32,}$/.test(segment) ? masked : maskText(segment),
    )
    .join('/');

/** Query parameters with masked secrets. */
export const maskQuery = (query: Record<string, string | string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      maskText(name),
      isSecretName(name) ? masked : Array.isArray(value) ? value.map(maskText) : maskText(value),
    ]),
  );

/** A referring address with masked secrets; an invalid address is masked as text. */
export function maskAddress(address: string): string {
  if (!URL.canParse(address)) return maskText(address);
  const url = new URL(address);
  const query = new URLSearchParams(
    [...url.searchParams].map(([name, value]): [string, string] => [
      name,
      isSecretName(name) ? masked : maskText(value),
    ]),
  );
  // Browsers do not send fragments; an unexpected one may be a token, so it is dropped.
  const search = query.size ? `?${decodeURIComponent(query.toString())}` : '';
  return `${url.protocol}//${url.host}${maskPath(url.pathname)}${search}`;
}
