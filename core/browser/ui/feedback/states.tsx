import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../contracts/client.ts';
import { useCanOpen } from '../../screens/session.tsx';
import { Icon, type IconName } from '../display/icon.tsx';
import { Elsewhere } from '../frame/elsewhere.tsx';
import { errorText, permissionText } from './error-text.ts';
import classes from './states.module.css';
import { useDelay } from './use-delay.ts';

export interface StateAction {
  label: string;
  /** A path to open; or use `onClick`. */
  href?: string;
  onClick?(): void;
}

function State(props: {
  icon: IconName;
  title: string;
  danger?: boolean;
  role?: string;
  actions?: (StateAction | undefined)[];
  children?: ReactNode;
}) {
  const canOpen = useCanOpen();
  const actions = (props.actions ?? []).flatMap((action) => (action && canOpen(action.href ?? '/') ? [action] : []));
  return (
    <div className={classes['state']} role={props.role ?? 'status'}>
      <div className={props.danger ? `${classes['figure']} ${classes['danger']}` : classes['figure']}>
        <Icon name={props.icon} size={18} />
      </div>
      <p className={classes['title']}>{props.title}</p>
      {props.children}
      {actions.length > 0 && (
        <div className={classes['actions']}>
          {actions.map((action, index) =>
            action.href ? (
              <Button key={action.label} component={Link} to={action.href} variant={index === 0 ? 'filled' : 'default'}>
                {action.label}
              </Button>
            ) : (
              <Button key={action.label} onClick={action.onClick} variant={index === 0 ? 'filled' : 'default'}>
                {action.label}
              </Button>
            ),
          )}
        </div>
      )}
    </div>
  );
}

/** Skeleton of a screen or panel, shown after 200 ms. */
export function LoadingState({ lines = 6, label = 'Loading' }: { lines?: number; label?: string }) {
  const isLate = useDelay();
  return (
    <div className={classes['skeleton']} role="status" aria-label={label} aria-busy="true">
      {isLate &&
        Array.from({ length: lines }, (_, line) => (
          <Skeleton key={`line-${line + 1}`} height={14} width={`${92 - ((line * 17) % 45)}%`} />
        ))}
    </div>
  );
}

/** State without any records: explanation and one action. */
export function EmptyState({
  title,
  text,
  icon = 'inbox',
  action,
}: {
  title: string;
  text?: ReactNode;
  icon?: IconName;
  action?: StateAction;
}) {
  return (
    <State icon={icon} title={title} actions={[action]}>
      {text && <p className={classes['text']}>{text}</p>}
    </State>
  );
}

/** State without matches; `filters` names the active ones. */
export function NoMatchState({ filters, onClear }: { filters?: readonly string[]; onClear?(): void }) {
  return (
    <State icon="search" title="Nothing matches" actions={[onClear && { label: 'Clear filters', onClick: onClear }]}>
      <p className={classes['text']}>
        {filters?.length ? `Active: ${filters.join(' · ')}` : 'Try other words or fewer filters.'}
      </p>
    </State>
  );
}

/**
 * State without rights: the missing ones and the administrators to ask. Some screens are closed to a kind of role
 * whatever its rights.
 */
export function NoPermissionState(props: { needs?: readonly string[]; isClosedToRole?: boolean | undefined }) {
  const { needs, isClosedToRole } = props;
  if (isClosedToRole)
    return (
      <State icon="lock" title="Your kind of role does not have this screen">
        <p className={classes['text']}>
          No right opens it. Somebody of the office has it and can look for you; an administrator of the account can
          give you a role of another kind under Team.
        </p>
      </State>
    );
  return (
    <State icon="lock" title="Your role does not include this">
      <p className={classes['text']}>
        {needs?.length ? `It needs ${needs.map(permissionText).join(', ')}. ` : ''}
        An administrator of the account can change your role under Team.
      </p>
    </State>
  );
}

/** State of a record that does not exist or belongs to another account. */
export function NotFoundState({
  what = 'page',
  href,
  label,
  url,
}: {
  what?: string;
  href?: string;
  label?: string;
  /** Address of the failed call, with which the person's other accounts are searched. */
  url?: string;
}) {
  return (
    <State
      icon="search"
      title={`There is no such ${what}`}
      actions={[href ? { label: label ?? 'Go back', href } : undefined]}
    >
      <p className={classes['text']}>It may have been deleted, or it belongs to another account.</p>
      {url && <Elsewhere url={url} what={what} />}
    </State>
  );
}

/**
 * State of a failed call: the API's message, the request id, and a retry button. 403 and 404 have states of their own.
 */
export function ErrorState({ error, onRetry, what }: { error: unknown; onRetry?(): void; what?: string }) {
  if (error instanceof ApiError && error.status === 403) return <NoPermissionState />;
  if (error instanceof ApiError && error.status === 404)
    return <NotFoundState what={what ?? 'record'} url={error.url} />;
  const requestID = error instanceof ApiError ? error.requestID : '';
  return (
    <State
      icon="alert"
      danger
      role="alert"
      title="This did not load"
      actions={[onRetry && { label: 'Try again', onClick: onRetry }]}
    >
      <p className={classes['text']}>{errorText(error)}</p>
      {requestID && <p className={classes['request']}>Request {requestID}</p>}
    </State>
  );
}

/** State of a panel whose data is not there: it failed to load, or loads. */
export function PendingState(props: {
  query: { error: unknown; refetch(): Promise<unknown> };
  what: string;
  lines?: number;
}) {
  const { query, what, lines = 6 } = props;
  if (!query.error) return <LoadingState lines={lines} />;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} what={what} />;
}
