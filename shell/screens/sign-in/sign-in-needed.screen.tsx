import { EmptyState, useScreenTitle } from '@millwright/core/browser';

export function SignInNeededScreen() {
  useScreenTitle('Sign in');
  return (
    <EmptyState
      icon="lock"
      title="Sign in to see this"
      text="Your session may have ended, or your role may not include the page."
      action={{ label: 'Sign in', href: '/auth/login' }}
    />
  );
}
