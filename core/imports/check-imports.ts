import type { PermissionCode } from '../contracts/plugins/permission.ts';
import type { ImportDefinition } from './import-definition.ts';
import { importAction } from './work/import-work.ts';

/** Faults in the plugins' imports, as sentences for the boot error. */
export function importFaults(
  owned: readonly { pluginID: string; definition: ImportDefinition }[],
  installation: {
    actions: ReadonlySet<string>;
    hasRecord(type: string): boolean;
    permissions: ReadonlySet<PermissionCode>;
  },
): string[] {
  const faults: string[] = [];
  const owners = new Map<string, string>();
  for (const { pluginID, definition } of owned) {
    const { name, recordType, permission, keys, within = [], fields } = definition;
    const what = `The import "${name}" of "${pluginID}"`;
    const other = owners.get(name);
    if (other !== undefined)
      faults.push(`The import "${name}" is claimed by "${other}" and "${pluginID}": rename one of them`);
    owners.set(name, pluginID);
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) faults.push(`${what} is not kebab-case: rename it`);
    if (installation.actions.has(importAction(name)))
      faults.push(`${what} has the name of the change set "${importAction(name)}": rename one of them`);
    if (!installation.hasRecord(recordType))
      faults.push(`${what} makes "${recordType}", which is no record type: declare it in the records`);
    if (!installation.permissions.has(permission))
      faults.push(
        `${what} needs "${permission}", which no installed plugin declares: install its owner or correct the code`,
      );
    const names = fields.map((field) => field.name);
    for (const field of new Set(names)) {
      if (names.filter((each) => each === field).length > 1)
        faults.push(`${what} has the field "${field}" twice: rename one of them`);
      if (field === '' || field.startsWith('column.'))
        faults.push(`${what} has the field "${field}": names may not be empty or begin with "column."`);
    }
    if (!keys.length || [...keys, ...within].some((key) => !names.includes(key)))
      faults.push(`${what} needs keys that are fields of it: correct "keys"`);
  }
  return faults;
}
