import { Button, Group, Text } from '@mantine/core';
import {
  FormScreen,
  FormSection,
  Icon,
  RecordPending,
  SelectField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { getCurrentUser, updateUser } from '../../../../core/contracts/accounts/me.contract.ts';
import { PasskeysSection } from '../second-factor/passkeys-section.tsx';
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx';
import { AccountsSection } from './accounts-section.tsx';
import { EmailSection } from './email-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { OwnPasswordDialog } from './password-dialog.tsx';
import { SessionsSection } from './sessions-section.tsx';

const schemes = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function ProfileScreen() {
  const { signOut } = useSession();
  const [isChangingPassword, setChangingPassword] = useState(false);
  const person = useEndpoint(getCurrentUser);
  const update = useEndpointMutation(updateUser);
  const { data } = person;
  if (!data) return <RecordPending query={person} what="profile" />;
  const { id, name, username, image, colorScheme, version } = data;
  return (
    <FormScreen
      title="Your profile"
      actions={
        <Button variant="default" leftSection={<Icon name="logout" />} onClick={signOut}>
          Sign out
        </Button>
      }
      schema={updateUser.body!}
      values={{ name, username, image, colorScheme }}
      onSave={async (_values, changes) => {
        await update.mutateAsync({ params: { userID: id }, body: { ...changes, version } });
        toast.success('Profile saved');
      }}
    >
      <FormSection title="You" description="The same in every account you work in">
        <TextField name="name" label="Name" required autoComplete="name" />
        <TextField
          name="username"
          label="Username"
          autoComplete="username"
          description="To sign in with instead of your email"
        />
        <TextField
          name="image"
          label="Picture"
          type="url"
          placeholder="https://"
          description="Address of a picture; colleagues see it beside your name"
        />
        <SelectField name="colorScheme" label="Colours" options={schemes} />
      </FormSection>
      <EmailSection person={data} />
      <AccountsSection />
      <NotificationsSection />
      <FormSection title="Password">
        <Text size="sm" c="dimmed">
          Changing it signs you out on every other device.
        </Text>
        <Group>
          <Button variant="default" leftSection={<Icon name="lock" />} onClick={() => setChangingPassword(true)}>
            Change password
          </Button>
        </Group>
        <OwnPasswordDialog opened={isChangingPassword} onClose={() => setChangingPassword(false)} />
      </FormSection>
      <PasskeysSection />
      <SecondFactorSection />
      <SessionsSection />
    </FormScreen>
  );
}
