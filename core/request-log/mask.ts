import { hasCardNumber } from '../contracts/text.ts';

/** What stands where something secret was. */
export const masked = '[masked]';

const secretNames = [
  /pass(word|wd|phrase)?$|secret|token|authori[sz]ation|cookie|credential|signature|session|otp$/i,
  /api[-_]?key$|private[-_]?key$|^code$|^key$|^auth$|^sid$|^pin$|cvc|cvv|card[-_]?number/i,
];

/** Whether a parameter, header or field of this name holds what must not be written down. */
export const isSecretName = (name: string): boolean => {
  const bare = name.replace(/\[\]$/, '');
  return secretNames.some((form) => form.test(bare));
};

/** How a form is replaced: by a text, or by what is made of what was found. */
type Replacement = string | ((found: string, ...parts: string[]) => string);

/**
 * Each form takes all that it looks at, so that nothing is looked at twice: foreign texts are long. What is too short
 * is told from a secret afterwards.
 */
const secretForms: readonly [RegExp, Replacement][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${masked}`],
  // A JSON web token.
  [
    /eyJ[\w-]{5,}(\.[\w-]*)?(?:\.[\w-]*)?/g,
    (found, payload: string | undefined) => ((payload?.length ?? 0) > shortestPart ? masked : found),
  ],
  // Keys of ours and of the services that integrations use: a short prefix, then a long run.
  [
    /\b(?:sk|pk|rk|ak|whsec|shpat|ghp|xox[a-z])(?:_live|_test)?[_-]([A-Za-z0-9]+)/g,
    (found, run) => (run.length >= shortestRun ? masked : found),
  ],
  [/\b(set-)?cookie\s*[:=]\s*[^\r\n]*/gi, `$1cookie: ${masked}`],
  [/((?:password|passwd|secret|token|authorization)"?\s*[=:]\s*)(?:"[^"]*"|[^\s&;,"']+)/gi, `$1${masked}`],
  [/(api[-_]?key"?\s*[=:]\s*)(?:"[^"]*"|[^\s&;,"']+)/gi, `$1${masked}`],
  // Short names mean too much in running text, in an address they are plain.
  [/([?&](?:code|key|sid|session|auth)=)[^\s&#]+/gi, `$1${masked}`],
  [/(\/\/[^\s/:@]*):[^\s/@]+@/g, `$1:${masked}@`],
];
const shortestPart = 5;
const shortestRun = 12;

/** Digits that pass for a card number, in one run or in groups; the last four stay, as on receipts. */
const maskCards = (text: string): string =>
  text.replace(/\d(?:[ -]?\d){12,18}/g, (run) =>
    hasCardNumber(run) ? `[card ${run.replace(/\D/g, '').slice(-4)}]` : run,
  );

/** The text without secrets: keys, tokens, passwords, cookies, card numbers. */
export function maskText(text: string): string {
  let result = text;
  for (const [form, replacement] of secretForms) result = result.replace(form, replacement as string);
  return maskCards(result);
}

/** A path without secrets: long random segments that are no ids of ours are masked whole. */
export const maskPath = (path: string): string =>
  path
    .split('/')
    .map((segment) =>
      /^(?![a-z_]{1,63}_[0-7][0-9a-hjkmnp-tv-z]{25}$)(?=.*\d)[\w.~-]{32,}$/.test(segment) ? masked : maskText(segment),
    )
    .join('/');

/** Query parameters without secrets. */
export const maskQuery = (query: Record<string, string | string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      maskText(name),
      isSecretName(name) ? masked : Array.isArray(value) ? value.map(maskText) : maskText(value),
    ]),
  );

/** A referring address without secrets; what is no address is masked as text. */
export function maskAddress(address: string): string {
  if (!URL.canParse(address)) return maskText(address);
  const url = new URL(address);
  const query = new URLSearchParams(
    [...url.searchParams].map(([name, value]): [string, string] => [
      name,
      isSecretName(name) ? masked : maskText(value),
    ]),
  );
  // Fragments stay in browsers; one that is here anyway may be a token.
  const search = query.size ? `?${decodeURIComponent(query.toString())}` : '';
  return `${url.protocol}//${url.host}${maskPath(url.pathname)}${search}`;
}
