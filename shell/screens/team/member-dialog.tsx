import { FormDialog, RecordSelect, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import { z } from 'zod';
import { type TeamUser, updateTeamUser } from '../../../core/contracts/accounts/member.contract.ts';
import { requiredLine } from '../../../core/contracts/texts/text.ts';
import { staffRoles } from './role-source.ts';

// The status is changed by separate actions.
const memberForm = z.strictObject({
  name: requiredLine(120, 'Name is required'),
  roleID: requiredLine(100, 'Role is required'),
});

/** Changes the name and the role of a person. */
export function MemberDialog(props: { accountID: string; member: TeamUser; opened: boolean; onClose(): void }) {
  const { accountID, member, opened, onClose } = props;
  const update = useEndpointMutation(updateTeamUser);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Change ${member.name}`}
      schema={memberForm}
      values={{ name: member.name, roleID: member.role.id }}
      onSave={async (values, changes) => {
        await update.mutateAsync({
          params: { accountID, userID: member.id },
          body: { ...changes, version: member.version },
        });
        toast.success(`${values.name} saved`);
      }}
    >
      <TextField name="name" label="Name" required autoFocus />
      <RecordSelect
        name="roleID"
        label="Role"
        source={staffRoles}
        required
        description="You can give and take roles whose rights you have yourself"
      />
    </FormDialog>
  );
}
