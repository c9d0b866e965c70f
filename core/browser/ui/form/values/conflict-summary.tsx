import { Button } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import classes from '../form.module.css';
import { fieldLabel } from '../form-parts.tsx';
import type { Conflict } from './form-conflicts.ts';
import { conflictText } from './form-conflicts.ts';

/** Fields that another person has changed meanwhile: their value, the own value, and the choice between both. */
export function ConflictSummary({
  conflicts,
  onSettled,
}: {
  conflicts: readonly Conflict[];
  onSettled(name: string): void;
}) {
  const { setValue } = useFormContext();
  if (conflicts.length === 0) return null;
  return (
    <div className={classes['conflicts']} role="alert" data-narrow>
      <h2>Somebody else has changed this meanwhile</h2>
      <p>Nothing you typed is lost. Saving keeps yours; what you did not touch is as they left it.</p>
      <ul>
        {conflicts.map(({ name, theirs, mine }) => (
          <li key={name}>
            <span>
              <b>{fieldLabel(name)}</b>: theirs {conflictText(theirs)}, yours {conflictText(mine)}
            </span>
            <Button size="compact-xs" variant="default" onClick={() => onSettled(name)}>
              Keep mine
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                setValue(name, theirs ?? null, { shouldDirty: true });
                onSettled(name);
              }}
            >
              Take theirs
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
