import { useConfirm } from '@millwright/core/browser';
import { useEffect } from 'react';
import { whenConfirming } from './api.ts';

/** Asks the person about what the server wants confirmed, whichever form sent it; draws nothing itself. */
export function ConfirmCalls() {
  const confirm = useConfirm();
  useEffect(
    () => whenConfirming(({ message }) => confirm({ title: 'Please confirm', message, confirmLabel: 'Yes, go on' })),
    [confirm],
  );
  return null;
}
