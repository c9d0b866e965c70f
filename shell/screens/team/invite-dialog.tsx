import { FormDialog, RecordSelect, SwitchField, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import { inviteTeamUser, inviteTeamUserBody } from '../../../core/contracts/accounts/member.contract.ts';
import { staffRoles } from './role-source.ts';

/** Adds a person to the team, with an invitation mail unless it is turned off. */
export function InviteDialog(props: { accountID: string; opened: boolean; onClose(): void }) {
  const { accountID, opened, onClose } = props;
  const invite = useEndpointMutation(inviteTeamUser);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Invite a person"
      saveLabel="Invite"
      schema={inviteTeamUserBody}
      values={{ name: '', email: '', roleID: '', sendInvitation: true }}
      onSave={async (body) => {
        const made = await invite.mutateAsync({ params: { accountID }, body });
        toast.success(body.sendInvitation === false ? `${made.name} added` : `Invitation sent to ${made.email}`);
      }}
    >
      <TextField name="name" label="Name" required autoFocus />
      <TextField name="email" label="Email" type="email" required />
      <RecordSelect name="roleID" label="Role" source={staffRoles} required description="What the person may do" />
      <SwitchField
        name="sendInvitation"
        label="Send the invitation now"
        description="Otherwise the person is only added; the invitation can be sent later"
      />
    </FormDialog>
  );
}
