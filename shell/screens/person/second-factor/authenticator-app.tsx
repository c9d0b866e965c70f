import { Button, Group, Text } from '@mantine/core';
import {
  DateTimeText,
  FormDialog,
  Icon,
  StatusBadge,
  TextField,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import type { EndpointAnswer } from '../../../../core/contracts/endpoints/endpoint.ts';
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  type MySecondFactor,
  removeAuthenticatorApp,
  renewRecoveryCodes,
} from '../../../../core/contracts/sign-in/second-factor.contract.ts';
import { CopiedField } from '../../access/key/copied-field.tsx';
import classes from '../profile/rows.module.css';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type Begun = EndpointAnswer<typeof beginAuthenticatorApp>;

/** The open dialog. */
type Step =
  | { kind: 'none' }
  | { kind: 'password' }
  | { kind: 'picture'; begun: Begun }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'remove' }
  | { kind: 'renew' };

/** The authenticator app and its recovery codes; set up, renewed and removed in consecutive dialogs. */
export function AuthenticatorAppRow({ factor, onSetUp }: { factor: MySecondFactor; onSetUp?(): void }) {
  const { appSince, recoveryCodesLeft, hasPassword } = factor;
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const begin = useEndpointMutation(beginAuthenticatorApp);
  const confirm = useEndpointMutation(confirmAuthenticatorApp);
  const remove = useEndpointMutation(removeAuthenticatorApp);
  const renew = useEndpointMutation(renewRecoveryCodes);
  const beginWithout = async () => {
    try {
      setStep({ kind: 'picture', begun: await begin.mutateAsync({ body: {} }) });
    } catch (error) {
      toast.error(error);
    }
  };
  const proof = hasPassword ? removeAuthenticatorApp.body!.required() : removeAuthenticatorApp.body!;
  const proofValues = { code: '', ...(hasPassword ? { password: '' } : {}) };
  // A saved dialog closes after it has opened the next one, so closing must not reset the next step.
  const closing = (kind: Step['kind']) => () => setStep((now) => (now.kind === kind ? { kind: 'none' } : now));
  const begun = step.kind === 'picture' ? step.begun : null;
  return (
    <div className={classes['row']}>
      <Icon name="phone" />
      <span className={classes['what']}>
        <span className={classes['title']}>
          Authenticator app
          {appSince && <StatusBadge tone="success">On</StatusBadge>}
        </span>
        <span className={classes['detail']}>
          {appSince ? (
            <>
              since <DateTimeText value={appSince} /> · {recoveryCodesLeft} recovery codes left
            </>
          ) : (
            'A code of six digits from your phone, beside your password'
          )}
        </span>
      </span>
      {appSince ? (
        <Group gap={4}>
          <Button variant="subtle" size="compact-sm" onClick={() => setStep({ kind: 'renew' })}>
            New recovery codes
          </Button>
          <Button variant="subtle" size="compact-sm" color="red" onClick={() => setStep({ kind: 'remove' })}>
            Remove the app
          </Button>
        </Group>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => (hasPassword ? setStep({ kind: 'password' }) : void beginWithout())}
        >
          Set up the app
        </Button>
      )}
      <FormDialog
        opened={step.kind === 'password'}
        onClose={closing('password')}
        title="Set up an authenticator app"
        saveLabel="Go on"
        schema={beginAuthenticatorApp.body!.required()}
        values={{ password: '' }}
        onSave={async (body) => setStep({ kind: 'picture', begun: await begin.mutateAsync({ body }) })}
      >
        <PasswordField />
      </FormDialog>
      <FormDialog
        opened={begun !== null}
        onClose={closing('picture')}
        title="Scan this with the app"
        saveLabel="Switch on"
        schema={confirmAuthenticatorApp.body!}
        values={{ code: '' }}
        onSave={async (body) => {
          const { recoveryCodes } = await confirm.mutateAsync({ body });
          setStep({ kind: 'codes', codes: recoveryCodes });
        }}
      >
        {begun && (
          <>
            <img
              src={`data:image/svg+xml,${encodeURIComponent(begun.picture)}`}
              alt="QR code for the authenticator app"
              width={208}
              height={208}
              style={{ alignSelf: 'center', background: '#fff', borderRadius: 8 }}
            />
            <CopiedField label="Key" description="To type it instead" value={begun.secret} />
          </>
        )}
        <CodeField label="Code that the app shows" autoFocus />
      </FormDialog>
      <FormDialog
        opened={step.kind === 'renew'}
        onClose={closing('renew')}
        title="New recovery codes"
        saveLabel="Make new codes"
        schema={proof}
        values={proofValues}
        onSave={async (body) => {
          const { recoveryCodes } = await renew.mutateAsync({ body });
          setStep({ kind: 'codes', codes: recoveryCodes });
        }}
      >
        {hasPassword && <PasswordField />}
        <CodeField />
        <Text size="sm" c="dimmed">
          The codes that you have now stop working.
        </Text>
      </FormDialog>
      <FormDialog
        opened={step.kind === 'remove'}
        onClose={closing('remove')}
        title="Remove the authenticator app"
        saveLabel="Remove the app"
        schema={proof}
        values={proofValues}
        onSave={async (body) => {
          await remove.mutateAsync({ body });
          toast.success('The authenticator app is removed');
        }}
      >
        {hasPassword && <PasswordField />}
        <CodeField />
      </FormDialog>
      <RecoveryCodesDialog
        codes={step.kind === 'codes' ? step.codes : null}
        onClose={() => {
          setStep({ kind: 'none' });
          onSetUp?.();
        }}
      />
    </div>
  );
}

/** Password of the signed-in person as a proof of identity; `isSecond` if another field gets the focus. */
export const PasswordField = ({ isSecond = false }) => (
  <TextField
    name="password"
    label="Your password"
    type="password"
    autoComplete="current-password"
    required
    autoFocus={!isSecond}
  />
);

/** A code of the app, or a recovery code. */
export const CodeField = (props: { label?: string; autoFocus?: boolean }) => (
  <TextField
    name="code"
    label={props.label ?? 'Code of the app, or a recovery code'}
    required
    autoComplete="one-time-code"
    maxLength={24}
    {...(props.autoFocus ? { autoFocus: true } : {})}
  />
);
