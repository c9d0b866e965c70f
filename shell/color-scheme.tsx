import { type MantineColorScheme, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { endpointKey, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { getCurrentUser, updateUser } from '../core/contracts/me.contract.ts';
import type { CurrentUser } from './session-data.ts';

/** Brings this device to the scheme that the person has chosen, here or on another one. */
export function ColorSchemeOfUser({ user }: { user: CurrentUser }) {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(user.colorScheme), [user.colorScheme, setColorScheme]);
  return null;
}

/** The scheme in use, and how to change it for this person on every device. */
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
        // It holds on this device; on others the old one stays.
        console.warn('The colour scheme was not saved', error);
      });
    },
    [client, queries, setColorScheme, user],
  );
  return { isDark, choose };
}
