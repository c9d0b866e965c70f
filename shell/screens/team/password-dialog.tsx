import { Text } from '@mantine/core';
import { FormDialog, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import {
  setTeamUserPassword,
  setTeamUserPasswordBody,
  type TeamUser,
} from '../../../core/contracts/accounts/member.contract.ts';

/** Sets the password of a person; the caller has to enter their own as a proof of identity. */
export function TeamPasswordDialog(props: { accountID: string; member: TeamUser; opened: boolean; onClose(): void }) {
  const { accountID, member, opened, onClose } = props;
  const set = useEndpointMutation(setTeamUserPassword);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Set the password of ${member.name}`}
      saveLabel="Set password"
      schema={setTeamUserPasswordBody}
      values={{ requesterPassword: '', newTargetPassword: '' }}
      onSave={async (body) => {
        await set.mutateAsync({ params: { accountID, userID: member.id }, body });
        toast.success(`Password of ${member.name} set`);
      }}
    >
      <Text size="sm" c="dimmed">
        {member.name} is signed out everywhere and signs in with the new password from then on.
      </Text>
      <TextField
        name="requesterPassword"
        label="Your own password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <TextField
        name="newTargetPassword"
        label={`New password of ${member.name}`}
        type="password"
        autoComplete="new-password"
        required
      />
    </FormDialog>
  );
}
