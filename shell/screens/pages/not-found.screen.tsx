import { NotFoundState, useScreenTitle } from '@millwright/core/browser';

export function NotFoundScreen() {
  useScreenTitle('Not found');
  return <NotFoundState what="page" href="/dashboard" label="Go to the dashboard" />;
}
