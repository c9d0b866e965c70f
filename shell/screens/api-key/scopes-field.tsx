import { Button, Checkbox } from '@mantine/core';
import { useEndpoint, useField, useSession } from '@millwright/core/browser';
import { Fragment, useId } from 'react';
import { type PermissionCode, permissionVerbs } from '../../../core/contracts/permission.ts';
import { listPermissionGroups } from '../../../core/contracts/role.contract.ts';
import classes from './scopes-field.module.css';

interface ScopeGroup {
  id: string;
  name: string;
  domains: readonly { code: string; name: string }[];
}

const words = (code: string): string => {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Groups with their domains; who may not read roles sees the domains of their own rights. */
function useScopeGroups(): readonly ScopeGroup[] {
  const { can, permissions } = useSession();
  const isAllowed = can('roles:read');
  const groups = useEndpoint(listPermissionGroups, {}, { enabled: isAllowed, staleTime: 300_000 });
  if (groups.data) return groups.data.items.map(({ id, name, permissions: domains }) => ({ id, name, domains }));
  if (isAllowed && !groups.error) return [];
  const codes = [...new Set(permissions.map((right) => right.split(':')[0] ?? ''))].sort();
  return [{ id: 'own', name: 'Your rights', domains: codes.map((code) => ({ code, name: words(code) })) }];
}

/** What a key may do: a grid of domains and verbs. Only rights of the person can be given; `name` holds the codes. */
export function ScopesField({ name }: { name: string }) {
  const { value, onChange, isDisabled, input } = useField({ name, label: 'Scopes', required: true });
  const { can } = useSession();
  const groups = useScopeGroups();
  const id = useId();
  const chosen = new Set(Array.isArray(value) ? (value as string[]) : []);
  const known = groups.flatMap(({ domains }) =>
    domains.flatMap(({ code }) => permissionVerbs.map((verb): PermissionCode => `${code}:${verb}`)),
  );
  const grantable = known.filter(can);
  // A scope of a plugin that is off has no row, but stays until it is taken away on purpose.
  const set = (next: ReadonlySet<string>) =>
    onChange([
      ...known.filter((code) => next.has(code)),
      ...[...next].filter((code) => !known.includes(code as PermissionCode)),
    ]);
  const toggle = (codes: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const code of codes) isOn ? next.add(code) : next.delete(code);
    set(next);
  };
  return (
    <fieldset className={classes['field']} aria-describedby={`${id}-hint`} disabled={isDisabled}>
      <legend className={classes['legend']}>
        Scopes <span aria-hidden="true">*</span>
      </legend>
      <p className={classes['hint']} id={`${id}-hint`}>
        {chosen.size === 0 ? 'None chosen.' : `${chosen.size} chosen.`} A key can do at most what you can do yourself.
      </p>
      <div className={classes['presets']}>
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => set(new Set(grantable.filter((code) => code.endsWith(':read'))))}
        >
          Read everything
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => set(new Set(grantable))}>
          Everything
        </Button>
        <Button variant="default" size="compact-xs" disabled={chosen.size === 0} onClick={() => set(new Set())}>
          Nothing
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes['scroll']} aria-label="Scopes" data-path={name} tabIndex={0}>
        <table className={classes['grid']}>
          <thead>
            <tr>
              <th scope="col">Domain</th>
              {permissionVerbs.map((verb) => (
                <th key={verb} scope="col">
                  {words(verb)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <Fragment key={group.id}>
                <tr>
                  <th scope="rowgroup" colSpan={permissionVerbs.length + 1} className={classes['group']}>
                    {group.name}
                  </th>
                </tr>
                {group.domains.map((domain) => (
                  <tr key={domain.code}>
                    <th scope="row">{domain.name}</th>
                    {permissionVerbs.map((verb) => {
                      const code: PermissionCode = `${domain.code}:${verb}`;
                      return (
                        <td key={verb}>
                          <Checkbox
                            className={classes['cell'] ?? ''}
                            aria-label={`${domain.name}: ${verb}`}
                            checked={chosen.has(code)}
                            disabled={isDisabled || (!can(code) && !chosen.has(code))}
                            onChange={(event) => toggle([code], event.currentTarget.checked)}
                          />
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
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
