import { ErrorState, LoadingState, PageHeader, useScreenTitle } from '@millwright/core/browser';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './settings-page.module.css';

/**
 * A screen for a short list that is loaded completely: heading, an explanation, then the `children` with the answer.
 */
export function SettingsPage<Data>(props: {
  title: string;
  intro: ReactNode;
  what: string;
  query: UseQueryResult<Data, Error>;
  actions?: ReactNode;
  children(data: Data): ReactNode;
}) {
  const { title, intro, what, query, actions } = props;
  useScreenTitle(title);
  return (
    <div className={classes['screen']}>
      <div className={classes['head']}>
        <PageHeader title={title} actions={actions} />
      </div>
      <div className={classes['body']}>
        <p className={classes['intro']}>{intro}</p>
        {query.data !== undefined ? (
          props.children(query.data)
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} what={what} />
        ) : (
          <LoadingState />
        )}
      </div>
    </div>
  );
}

/** The frame of a table on such a screen; scrolls horizontally on narrow screens. */
export function SettingsTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes['table']} aria-label={label}>
      {children}
    </section>
  );
}
