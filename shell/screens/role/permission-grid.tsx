import { Button, Checkbox } from '@mantine/core';
import { ErrorState, LoadingState, useEndpoint, useField, useSession } from '@millwright/core/browser';
import { useId } from 'react';
import { type PermissionCode, type PermissionVerb, permissionVerbs } from '../../../core/contracts/permission.ts';
import { listPermissionGroups, type PermissionGroupView } from '../../../core/contracts/role.contract.ts';
import { codesOf, type Grant, withCodes } from './grants.ts';
import classes from './permission-grid.module.css';

const verbLabels: Record<PermissionVerb, string> = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
};

interface GridState {
  held: ReadonlySet<PermissionCode>;
  isDisabled: boolean;
  /** Id of the text that says why a box cannot be changed. */
  reasonID: string;
  can(code: PermissionCode): boolean;
  set(codes: readonly PermissionCode[], isOn: boolean): void;
}

/** What a role may do: domains and verbs, group by group. Only rights of the person can be given; taking away is free. */
export function PermissionGrid({ name }: { name: string }) {
  const { value, onChange, isDisabled, input } = useField({ name, label: 'Permissions' });
  const { can } = useSession();
  const groups = useEndpoint(listPermissionGroups, {}, { staleTime: 300_000 });
  const id = useId();
  if (!groups.data)
    return groups.error ? (
      <ErrorState error={groups.error} onRetry={() => void groups.refetch()} what="permission groups" />
    ) : (
      <LoadingState lines={12} />
    );
  const grants = Array.isArray(value) ? (value as Grant[]) : [];
  const held = new Set(codesOf(grants));
  const all = groups.data.items.flatMap((group) => permissionVerbs.flatMap((verb) => groupCodes(group, verb)));
  const lacking = all.filter((code) => !can(code));
  const set = (codes: readonly PermissionCode[], isOn: boolean) => onChange(withCodes(grants, codes, isOn));
  const state: GridState = { held, isDisabled, reasonID: `${id}-reason`, can, set };
  const grantable = all.filter(can);
  return (
    <fieldset className={classes['field']} aria-describedby={`${id}-hint`} disabled={isDisabled}>
      <legend className={classes['legend']}>Permissions</legend>
      <p className={classes['hint']} id={`${id}-hint`}>
        <span aria-live="polite">{`${all.filter((code) => held.has(code)).length} of ${all.length} chosen.`}</span>{' '}
        {lacking.length > 0 && !isDisabled && (
          <span id={`${id}-reason`}>
            Boxes that are greyed out are rights that you do not have yourself: you can give only what you have.
          </span>
        )}
      </p>
      {!isDisabled && (
        <div className={classes['presets']}>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() =>
              set(
                grantable.filter((code) => code.endsWith(':read')),
                true,
              )
            }
          >
            Read everything
          </Button>
          <Button variant="default" size="compact-xs" onClick={() => set(grantable, true)}>
            Everything
          </Button>
          <Button variant="default" size="compact-xs" disabled={held.size === 0} onClick={() => set([...held], false)}>
            Nothing
          </Button>
        </div>
      )}
      <div className={classes['frame']} data-path={name}>
        <table className={classes['grid']}>
          <thead>
            <tr>
              <th scope="col">Domain</th>
              {permissionVerbs.map((verb) => (
                <th key={verb} scope="col">
                  {verbLabels[verb]}
                </th>
              ))}
            </tr>
          </thead>
          {groups.data.items.map((group) => (
            <GroupRows key={group.id} group={group} {...state} />
          ))}
        </table>
      </div>
      {input.error && (
        <p className={classes['error']} role="alert">
          {input.error}
        </p>
      )}
    </fieldset>
  );
}

const groupCodes = (group: PermissionGroupView, verb: PermissionVerb): PermissionCode[] =>
  group.permissions.map(({ code }): PermissionCode => `${code}:${verb}`);

function GroupRows({ group, ...state }: GridState & { group: PermissionGroupView }) {
  const { held, isDisabled, reasonID, can, set } = state;
  return (
    <tbody>
      <tr className={classes['group']}>
        <th scope="rowgroup">{group.name}</th>
        {permissionVerbs.map((verb) => {
          const codes = groupCodes(group, verb);
          const chosen = codes.filter((code) => held.has(code)).length;
          const open = codes.filter((code) => can(code) || held.has(code));
          const grantable = open.filter((code) => can(code) && !held.has(code));
          return (
            <td key={verb}>
              <Checkbox
                className={classes['cell'] ?? ''}
                aria-label={`All of ${group.name}: ${verb}`}
                checked={chosen === codes.length}
                indeterminate={chosen > 0 && chosen < codes.length}
                disabled={isDisabled || open.length === 0}
                {...(open.length === 0 && !isDisabled ? { 'aria-describedby': reasonID } : {})}
                // Gives what is missing and can be given; where nothing is, takes all of it away.
                onChange={() => (grantable.length > 0 ? set(grantable, true) : set(open, false))}
              />
            </td>
          );
        })}
      </tr>
      {group.permissions.map((domain) => (
        <tr key={domain.code}>
          <th scope="row">
            {domain.name}
            <span className={classes['description']}>{domain.description}</span>
          </th>
          {permissionVerbs.map((verb) => {
            const code: PermissionCode = `${domain.code}:${verb}`;
            const isLacking = !can(code) && !held.has(code);
            return (
              <td key={verb} title={isLacking && !isDisabled ? 'You do not have this right yourself' : undefined}>
                <Checkbox
                  className={classes['cell'] ?? ''}
                  aria-label={`${domain.name}: ${verb}`}
                  checked={held.has(code)}
                  disabled={isDisabled || isLacking}
                  {...(isLacking && !isDisabled ? { 'aria-describedby': reasonID } : {})}
                  onChange={(event) => set([code], event.currentTarget.checked)}
                />
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}
