const loginPath = '/auth/login';

/** Where to sign in, so that one comes back to `path` afterwards. */
export function loginPathFor(path: string): string {
  const isWorthIt = path !== '/' && path !== '/dashboard' && !path.startsWith('/auth');
  return isWorthIt ? `${loginPath}?return=${encodeURIComponent(path)}` : loginPath;
}

/** The path to go to after signing in: only one of ours, never another site's. */
export function returnPath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || /^\/[/\\]|\p{Cc}/u.test(wanted)) return '/dashboard';
  return new URL(wanted, 'https://here.invalid').pathname.startsWith('/auth') ? '/dashboard' : wanted;
}

/** Where the second factor is set up or given, so that one comes back to `path` afterwards. */
export const secondFactorPathFor = (path: string): string => `/auth/second-factor?return=${encodeURIComponent(path)}`;

/** Where an account sends people whom it refuses because of how they have signed in; undefined for other refusals. */
export function wayInAfter(error: unknown, path: string): string | undefined {
  const { code = '', details } = (error ?? {}) as { code?: string; details?: { account?: unknown } };
  if (code === 'second_factor_enrolment' || code === 'session_unconfirmed') return secondFactorPathFor(path);
  if (code !== 'provider_sign_in_required') return undefined;
  const account = encodeURIComponent(String(details?.account));
  return `/auth/provider?account=${account}&return=${encodeURIComponent(path)}`;
}
