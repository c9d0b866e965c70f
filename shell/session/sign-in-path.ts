const loginPath = '/auth/login';

/** Path of the sign-in screen that returns to `path` afterwards. */
export function loginPathFor(path: string): string {
  const isWorthIt = path !== '/' && path !== '/dashboard' && !path.startsWith('/auth');
  return isWorthIt ? `${loginPath}?return=${encodeURIComponent(path)}` : loginPath;
}

/** The path to go to after signing in. Paths of other sites are refused. */
export function returnPath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || /^\/[/\\]|\p{Cc}/u.test(wanted)) return '/dashboard';
  return new URL(wanted, 'https://here.invalid').pathname.startsWith('/auth') ? '/dashboard' : wanted;
}

/** Path of the second factor screen that returns to `path` afterwards. */
export const secondFactorPathFor = (path: string): string => `/auth/second-factor?return=${encodeURIComponent(path)}`;

/** Address of a page whose account has moved to another installation; undefined for other refusals. */
export function newAddressAfter(error: unknown, path: string): string | undefined {
  const { code, details } = (error ?? {}) as { code?: string; details?: { address?: unknown } };
  const address = String(details?.address ?? '');
  return code === 'account_moved' && /^https?:\/\//.test(address) ? `${address}${path}` : undefined;
}

/** Path for people whose way of signing in the account refuses; undefined for other refusals. */
export function wayInAfter(error: unknown, path: string): string | undefined {
  const { code = '', details } = (error ?? {}) as { code?: string; details?: { account?: unknown } };
  if (code === 'second_factor_enrolment' || code === 'session_unconfirmed') return secondFactorPathFor(path);
  if (code !== 'provider_sign_in_required') return undefined;
  const account = encodeURIComponent(String(details?.account));
  return `/auth/provider?account=${account}&return=${encodeURIComponent(path)}`;
}
