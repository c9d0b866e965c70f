import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Origin, returning, useOrigin } from '../../api/origin.ts';
import { useCanOpen } from '../../screens/session.tsx';
import { Icon } from '../display/icon.tsx';
import classes from './page-header.module.css';

export interface PageHeaderProps {
  title: ReactNode;
  /** Content beside the title: a status, a count. */
  beside?: ReactNode;
  /** Target of the back arrow for people who opened the address directly; others return to their origin. */
  back?: { href: string; label: string };
  /** Buttons at the end, the primary one last. */
  actions?: ReactNode;
}

const pathOf = (href: string): string => href.split('?')[0] ?? '';

/** The origin, or the record's list for people who opened the address directly. */
function placeBehind(back: { href: string; label: string }, origin: Origin | undefined) {
  if (!origin) return back;
  const isList = pathOf(origin.href) === pathOf(back.href);
  return { href: origin.href, label: isList ? back.label : origin.title };
}

/** The header of a screen with its only `h1`. */
export function PageHeader({ title, beside, back, actions }: PageHeaderProps) {
  const canOpen = useCanOpen();
  const origin = useOrigin();
  const target = back && placeBehind(back, origin);
  return (
    <header className={classes['header']}>
      {target && canOpen(target.href) && (
        <ActionIcon
          component={Link}
          to={target.href}
          state={returning}
          className={classes['back']}
          aria-label={`Back to ${target.label}`}
        >
          <Icon name="arrowLeft" />
        </ActionIcon>
      )}
      <h1 className={classes['title']}>{title}</h1>
      {beside}
      {actions && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}

/** The number beside a list's title. */
export const HeaderCount = ({ children }: { children: ReactNode }) => (
  <span className={classes['count']}>{children}</span>
);
