import { Text } from '@mantine/core';
import { FormDialog, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import { z } from 'zod';
import { passwordLength, updatePassword } from '../../../../core/contracts/sign-in/auth.contract.ts';

/** The contract's body plus a repetition of the new password, because the typed text is hidden. */
const schema = updatePassword
  .body!.extend({ repeated: z.string({ error: 'Repeat the new password' }) })
  .refine(({ newPassword, repeated }) => newPassword === repeated, {
    path: ['repeated'],
    error: 'The two new passwords differ',
  });

/** Changes the person's password; all other sessions are ended. */
export function OwnPasswordDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const change = useEndpointMutation(updatePassword);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Change password"
      saveLabel="Change password"
      schema={schema}
      values={{ oldPassword: '', newPassword: '', repeated: '' }}
      onSave={async ({ oldPassword, newPassword }) => {
        await change.mutateAsync({ body: { oldPassword, newPassword } });
        toast.success('Password changed; other devices are signed out');
      }}
    >
      <TextField
        name="oldPassword"
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <TextField
        name="newPassword"
        label="New password"
        type="password"
        autoComplete="new-password"
        description={`At least ${passwordLength.min} characters; a few words are good`}
        required
      />
      <TextField name="repeated" label="New password again" type="password" autoComplete="new-password" required />
      <Text size="sm" c="dimmed">
        You stay signed in here. Every other device has to sign in with the new password.
      </Text>
    </FormDialog>
  );
}
