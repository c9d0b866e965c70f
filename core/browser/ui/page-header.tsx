import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCanOpen } from '../session.tsx';
import { Icon } from './icon.tsx';
import classes from './page-header.module.css';

export interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title: a status, a count. */
  beside?: ReactNode;
  /** Where the arrow leads. */
  back?: { href: string; label: string };
  /** Buttons at the end, the primary one last. */
  actions?: ReactNode;
}

/** The head of a screen, with its only `h1`. */
export function PageHeader({ title, beside, back, actions }: PageHeaderProps) {
  const canOpen = useCanOpen();
  return (
    <header className={classes['header']}>
      {back && canOpen(back.href) && (
        <ActionIcon component={Link} to={back.href} className={classes['back']} aria-label={`Back to ${back.label}`}>
          <Icon name="arrowLeft" />
        </ActionIcon>
      )}
      <h1 className={classes['title']}>{title}</h1>
      {beside}
      {actions && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}

/** The quiet number beside a list's title. */
export const HeaderCount = ({ children }: { children: ReactNode }) => (
  <span className={classes['count']}>{children}</span>
);
