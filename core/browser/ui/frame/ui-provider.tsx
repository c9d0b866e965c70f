import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import './layers.css';
import { KeyboardSheet } from '../display/keyboard-sheet.tsx';
import { ConfirmProvider } from '../feedback/confirm-dialog.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

/**
 * Theme, toasts, confirmation dialog and keyboard sheet; the shell mounts it once, above its router. `nonce` is the
 * nonce of the page's CSP.
 */
export function UiProvider({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      <Notifications position="bottom-right" limit={4} />
      <ConfirmProvider>
        {children}
        <KeyboardSheet />
      </ConfirmProvider>
    </MantineProvider>
  );
}
