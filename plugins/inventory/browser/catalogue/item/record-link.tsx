import { LinkText } from '@millwright/core/browser';
import type { ReactNode } from 'react';

/** A link to a record within a table or a sentence. */
export function RecordLink({ to, children, tabIndex }: { to: string; children: ReactNode; tabIndex?: number }) {
  return (
    <LinkText to={to} tabIndex={tabIndex} inherit>
      {children}
    </LinkText>
  );
}
