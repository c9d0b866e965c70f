import type { ReactNode } from 'react';
import type { StateTone } from '../../../contracts/records/shown-values.ts';
import classes from './status-badge.module.css';

/** Meaning of a status. The text is always shown, never the color alone. */
export type StatusTone = StateTone;

/** A status with its text: `<StatusBadge tone="success">Fulfilled</StatusBadge>`. */
export function StatusBadge({ tone = 'neutral', children }: { tone?: StatusTone; children: ReactNode }) {
  return <span className={`${classes['badge']} ${classes[tone]}`}>{children}</span>;
}
