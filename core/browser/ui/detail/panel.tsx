import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../display/icon.tsx';
import classes from './detail.module.css';

/** A card in a screen: `<Panel title="Addresses" actions={...}>`. `flush` removes the padding, for tables. */
export function Panel({
  title,
  actions,
  flush,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={title ? id : undefined}>
      {title && (
        <div className={classes['panelHead']}>
          <h2 className={classes['panelTitle']} id={id}>
            {title}
          </h2>
          {actions}
        </div>
      )}
      <div className={flush ? `${classes['panelBody']} ${classes['flush']}` : classes['panelBody']}>{children}</div>
    </section>
  );
}

/** A labeled value; a missing value is shown as a dash. */
export interface Fact {
  label: string;
  value: ReactNode;
}

const isNothing = (value: ReactNode): boolean =>
  value === null || value === undefined || value === '' || value === false;

/** Labeled values in a column, or as the summary strip of a detail screen. */
export function Facts({ facts, strip }: { facts: readonly Fact[]; strip?: boolean }) {
  return (
    <dl className={strip ? classes['summary'] : classes['facts']}>
      {facts.map(({ label, value }) => (
        <div key={label} className={classes['fact']}>
          <dt>{label}</dt>
          <dd>{isNothing(value) ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An id or number that a click copies. */
export function CopyID({ value, label = 'id' }: { value: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button
      type="button"
      className={classes['copy']}
      onClick={() => void copy().catch(() => undefined)}
      aria-label={`Copy ${label} ${value}`}
      title={value}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size={12} />
      <span aria-live="polite">{isCopied ? 'Copied' : value}</span>
    </button>
  );
}
