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
