import { Button } from '@mantine/core';
import { errorText, Icon } from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { hasPasskeys } from './browser-passkey.ts';
import classes from './passkey-button.module.css';

/** Sign-in by passkey beside a form; hidden in browsers without passkeys. `onUse` answers the path to go to. */
export function PasskeyButton({ label, onUse }: { label: string; onUse(): Promise<string> }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  if (!hasPasskeys()) return null;
  const use = async () => {
    setBusy(true);
    setFailure('');
    try {
      await navigate(await onUse());
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes['place']}>
      <Button variant="default" size="md" fullWidth leftSection={<Icon name="key" />} loading={isBusy} onClick={use}>
        {label}
      </Button>
      <p className={classes['failure']} role="alert">
        {failure}
      </p>
      <p className={classes['or']}>or</p>
    </div>
  );
}
