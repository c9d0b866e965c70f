import { EmptyState, useScreenTitle } from '@millwright/core/browser';

export function ServerErrorScreen() {
  useScreenTitle('Something went wrong');
  return (
    <EmptyState
      icon="alert"
      title="Something went wrong on our side"
      text="It has been logged. Try again in a moment; nothing that was saved is lost."
      action={{ label: 'Go to the dashboard', href: '/dashboard' }}
    />
  );
}
