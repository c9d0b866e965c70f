import { RecordPicker, recordSource, toast, useClient, useField, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { getRole, listRoles } from '../../../../core/contracts/accounts/role.contract.ts';
import { copiedGrants, type Grant, grantsOf } from './grants.ts';
import { roleTypeLabels } from './role-types.ts';

const roles = recordSource(listRoles, {
  option: (role) => ({ value: role.id, label: role.name, hint: roleTypeLabels[role.type] }),
  one: getRole,
});

/** Copies the permissions of another role into the field `name`; nothing is saved yet. */
export function CopyRights({ name }: { name: string }) {
  const { value, onChange } = useField({ name, label: 'Permissions' });
  const { can } = useSession();
  const client = useClient();
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (roleID: string | null) => {
    setCopied(roleID);
    if (!roleID) return;
    try {
      const source = await client.call(getRole, { params: { roleID } });
      const { grants, leftOut } = copiedGrants(
        Array.isArray(value) ? (value as Grant[]) : [],
        grantsOf(source.permissions),
        can,
      );
      onChange(grants);
      const left = leftOut > 0 ? `; ${leftOut} left out because you do not have them` : '';
      toast.info(`Permissions of ${source.name} copied${left}`);
    } catch (error) {
      setCopied(null);
      toast.error(error);
    }
  };
  return (
    <RecordPicker
      source={roles}
      value={copied}
      onPick={(roleID) => {
        if (roleID !== copied) void copy(roleID);
      }}
      label="Copy from another role"
      description="Replaces what is chosen below; you can change it before you save"
      clearable
    />
  );
}
