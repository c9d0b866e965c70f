import { Button, Group, Text } from '@mantine/core';
import {
  DateTimeText,
  ErrorState,
  FormDialog,
  FormSection,
  Icon,
  LoadingState,
  StatusBadge,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  addPasskey,
  beginPasskey,
  listMyPasskeys,
  type PasskeyView,
  removePasskey,
  renamePasskey,
} from '../../../../core/contracts/sign-in/passkey.contract.ts';
import { getMySecondFactor } from '../../../../core/contracts/sign-in/second-factor.contract.ts';
import { RowMenu } from '../../pages/row-menu.tsx';
import classes from '../profile/rows.module.css';
import { PasswordField } from './authenticator-app.tsx';
import { hasPasskeys, makePasskey } from './browser-passkey.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const nameSchema = renamePasskey.body!;

/** The person's passkeys; they can be added, renamed and removed. */
export function PasskeysSection({ onSetUp }: { onSetUp?(): void }) {
  const passkeys = useEndpoint(listMyPasskeys);
  const factor = useEndpoint(getMySecondFactor);
  const { data } = passkeys;
  return (
    <FormSection title="Passkeys" description="Sign in by finger, face or the PIN of your device, without a password">
      {data && factor.data ? (
        <PasskeyRows
          items={data.items}
          address={data.address}
          hasPassword={factor.data.hasPassword}
          {...(onSetUp ? { onSetUp } : {})}
        />
      ) : passkeys.error || factor.error ? (
        <ErrorState error={passkeys.error ?? factor.error} onRetry={() => void passkeys.refetch()} what="passkeys" />
      ) : (
        <LoadingState lines={2} />
      )}
    </FormSection>
  );
}

/** Why this person cannot add a passkey here; null if possible. */
function obstacle(address: string | null): string | null {
  if (address === null)
    return 'Passkeys need a name, and this installation has an address of numbers only. Its operator can change that.';
  if (address !== location.origin) return `Passkeys work at ${address}: open Millwright there to add one.`;
  return hasPasskeys() ? null : 'This browser has no passkeys.';
}

function PasskeyRows(props: {
  items: readonly PasskeyView[];
  address: string | null;
  hasPassword: boolean;
  onSetUp?(): void;
}) {
  const { items, address, hasPassword, onSetUp } = props;
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<PasskeyView | null>(null);
  const [removed, setRemoved] = useState<PasskeyView | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useEndpointMutation(beginPasskey);
  const add = useEndpointMutation(addPasskey);
  const rename = useEndpointMutation(renamePasskey);
  const remove = useEndpointMutation(removePasskey);
  const why = obstacle(address);
  // People without a password have to have signed in recently; the server refuses otherwise.
  const proof = hasPassword ? beginPasskey.body!.required() : beginPasskey.body!;
  return (
    <>
      {items.length > 0 && (
        <ul className={classes['rows']}>
          {items.map((passkey) => (
            <li key={passkey.id} className={classes['row']}>
              <Icon name="key" />
              <span className={classes['what']}>
                <span className={classes['title']}>
                  {passkey.name}
                  {passkey.isSynced && <StatusBadge tone="neutral">On all your devices</StatusBadge>}
                </span>
                <span className={classes['detail']}>
                  since <DateTimeText value={passkey.createdAt} /> ·{' '}
                  {passkey.lastUsedAt ? (
                    <>
                      used <DateTimeText value={passkey.lastUsedAt} relative />
                    </>
                  ) : (
                    'not used yet'
                  )}
                </span>
              </span>
              <RowMenu
                label={passkey.name}
                items={[
                  { label: 'Rename', icon: 'edit', onClick: () => setRenamed(passkey) },
                  { label: 'Remove', icon: 'trash', danger: true, onClick: () => setRemoved(passkey) },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {why ? (
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      ) : (
        <Group>
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        </Group>
      )}
      <FormDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        title="Add a passkey"
        saveLabel="Go on"
        schema={proof.extend(nameSchema.shape)}
        values={{ name: '', ...(hasPassword ? { password: '' } : {}) }}
        onSave={async ({ name, ...body }) => {
          const { challenge, options } = await begin.mutateAsync({ body });
          const answer = await makePasskey(options);
          const { recoveryCodes } = await add.mutateAsync({ body: { challenge, name, answer } });
          toast.success('The passkey is added');
          if (recoveryCodes) setCodes(recoveryCodes);
          else onSetUp?.();
        }}
      >
        <TextField
          name="name"
          label="Name"
          description="To tell it from others: the device, or the password manager that keeps it"
          required
          autoFocus
          maxLength={60}
        />
        {hasPassword && <PasswordField isSecond />}
        <Text size="sm" c="dimmed">
          Then the browser asks where to keep the passkey. From then on your password alone does not let anybody in.
        </Text>
      </FormDialog>
      <FormDialog
        opened={renamed !== null}
        onClose={() => setRenamed(null)}
        title="Rename the passkey"
        saveLabel="Rename"
        schema={nameSchema}
        values={{ name: renamed?.name ?? '' }}
        onSave={async (body) => {
          await rename.mutateAsync({ params: { passkeyID: renamed?.id ?? '' }, body });
        }}
      >
        <TextField name="name" label="Name" required autoFocus maxLength={60} />
      </FormDialog>
      <FormDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove the passkey ${removed?.name ?? ''}`}
        saveLabel="Remove"
        schema={proof}
        values={hasPassword ? { password: '' } : {}}
        onSave={async (body) => {
          await remove.mutateAsync({ params: { passkeyID: removed?.id ?? '' }, body });
          toast.success('The passkey is removed');
        }}
      >
        {hasPassword && <PasswordField />}
        <Text size="sm" c="dimmed">
          It stops working here. Delete it on your device, too.
        </Text>
      </FormDialog>
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(null);
          onSetUp?.();
        }}
      />
    </>
  );
}
