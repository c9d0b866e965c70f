import { type MantineColorScheme, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { endpointKey, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { getCurrentUser, updateUser } from '../../core/contracts/accounts/me.contract.ts';
import type { CurrentUser } from './session-data.ts';

/** Applies the color scheme that the person has chosen, here or on another device. */
export function ColorSchemeOfUser({ user }: { user: CurrentUser }) {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(user.colorScheme), [user.colorScheme, setColorScheme]);
  return null;
}

/** The current scheme, and a function that changes it for the person on every device. */
export function useColorSchemeChoice(user: CurrentUser): { isDark: boolean; choose(scheme: MantineColorScheme): void } {
  const client = useClient();
  const queries = useQueryClient();
  const isDark = useComputedColorScheme('light') === 'dark';
  const { setColorScheme } = useMantineColorScheme();
  const choose = useCallback(
    (colorScheme: MantineColorScheme) => {
      setColorScheme(colorScheme);
      queries.setQueryData(endpointKey(getCurrentUser, {}), { ...user, colorScheme });
      client.call(updateUser, { params: { userID: user.id }, body: { colorScheme } }).catch((error: unknown) => {
        // The choice applies on this device only; other devices keep the old one.
        console.warn('The colour scheme was not saved', error);
      });
    },
    [client, queries, setColorScheme, user],
  );
  return { isDark, choose };
}
