import { useConfirm } from '@millwright/core/browser';
import { useEffect } from 'react';
import { whenConfirming } from '../session/api.ts';

/** Asks for confirmation when the server requires it, for every form; renders nothing itself. */
export function ConfirmCalls() {
  const confirm = useConfirm();
  useEffect(
    () => whenConfirming(({ message }) => confirm({ title: 'Please confirm', message, confirmLabel: 'Yes, go on' })),
    [confirm],
  );
  return null;
}
