import { Button, Checkbox } from '@mantine/core';
import { useField, useSession } from '@millwright/core/browser';
import { useId } from 'react';
import {
  type PermissionCode,
  type PermissionVerb,
  permissionVerbs,
} from '../../../core/contracts/plugins/permission.ts';
import classes from './rights-grid.module.css';

const verbLabels: Record<PermissionVerb, string> = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
};

/** Permission domains in one group. */
export interface RightsGroup {
  id: string;
  name: string;
  permissions: readonly { code: string; name: string; description?: string }[];
}

interface GridState {
  held: ReadonlySet<string>;
  isDisabled: boolean;
  /** Id of the text with the reason why a box is disabled. */
  reasonID: string;
  can(code: PermissionCode): boolean;
  set(codes: readonly PermissionCode[], isOn: boolean): void;
}

/**
 * Form field for permissions: domains and actions, group by group. A person can grant only own permissions, but remove
 * any. `read` and `write` convert between the field's value and permission codes.
 */
export function RightsGrid<Value>(props: {
  name: string;
  label: string;
  required?: boolean;
  groups: readonly RightsGroup[];
  /** Scrolls by itself, for use in dialogs. */
  scrolls?: boolean;
  read(value: Value): readonly string[];
  write(value: Value, codes: readonly string[], isOn: boolean): Value;
}) {
  const { name, label, required, groups, scrolls } = props;
  const field = useField({ name, label, ...(required ? { required } : {}) });
  const { isDisabled, input } = field;
  const { can } = useSession();
  const id = useId();
  const value = field.value as Value;
  const held = new Set(props.read(value));
  const all = groups.flatMap((group) => permissionVerbs.flatMap((verb) => groupCodes(group, verb)));
  const grantable = all.filter(can);
  const set = (codes: readonly string[], isOn: boolean) => field.onChange(props.write(value, codes, isOn));
  const state: GridState = { held, isDisabled, reasonID: `${id}-reason`, can, set };
  return (
    <fieldset className={classes['field']} aria-describedby={`${id}-hint`} disabled={isDisabled}>
      <legend className={classes['legend']}>
        {label} {required && <span aria-hidden="true">*</span>}
      </legend>
      <p className={classes['hint']} id={`${id}-hint`}>
        <span aria-live="polite">{`${all.filter((code) => held.has(code)).length} of ${all.length} chosen.`}</span>{' '}
        {grantable.length < all.length && !isDisabled && (
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
      <section
        className={classes['frame']}
        data-path={name}
        // A scrollable region must be focusable by keyboard.
        {...(scrolls ? { 'data-scrolls': true, tabIndex: 0, 'aria-label': label } : {})}
      >
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
          {groups.map((group) => (
            <GroupRows key={group.id} group={group} {...state} />
          ))}
        </table>
      </section>
      {input.error && (
        <p className={classes['error']} role="alert">
          {input.error}
        </p>
      )}
    </fieldset>
  );
}

const groupCodes = (group: RightsGroup, verb: PermissionVerb): PermissionCode[] =>
  group.permissions.map(({ code }): PermissionCode => `${code}:${verb}`);

function GroupRows({ group, ...state }: GridState & { group: RightsGroup }) {
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
                // Grants all permissions of the row that can be granted; if there are none left, removes them all.
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
            {domain.description && <span className={classes['description']}>{domain.description}</span>}
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
