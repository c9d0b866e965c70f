import { Anchor, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Client } from '../../../../contracts/client.ts';
import { type ChangeSet, changeSetStates, getChangeSet } from '../../../../contracts/work/change-set.contract.ts';
import { formats } from '../../../format/format.ts';
import { ChangeSetProgress, changeSetPoll } from '../../change-set/change-set-progress.tsx';
import { outcomeText } from '../../change-set/change-set-text.ts';
import { Icon } from '../../display/icon.tsx';

interface Watch {
  client: Client;
  changeSetID: string;
  /** Opens a screen of the shell. */
  open(path: string): void;
  /** Called when the set has ended: lists with the changed records have to be read again. */
  onEnd(): void;
}

/** Consecutive failed requests after which watching ends, because the person has signed out or changed the account. */
const patience = 5;

/**
 * Shows a toast with the progress of a bulk action that runs as a job. It does not depend on a screen, so it stays
 * while the person navigates.
 */
export function watchBulk({ client, changeSetID, open, onEnd }: Watch): void {
  const path = `/dashboard/change-sets/${changeSetID}`;
  const id = `change-set-${changeSetID}`;
  const link = (text: string) => (
    <Anchor
      href={path}
      size="sm"
      onClick={(event) => {
        event.preventDefault();
        notifications.hide(`${id}-ended`);
        open(path);
      }}
    >
      {text}
    </Anchor>
  );
  let isShown = false;
  const show = (set: ChangeSet): void => {
    const toast = {
      id,
      title: set.title,
      message: (
        <Stack gap={4}>
          <ChangeSetProgress set={set} />
          {link('Details')}
        </Stack>
      ),
      loading: true,
      autoClose: false as const,
      withCloseButton: true,
      // No live region, because the text changes every second; only the result is announced.
      role: 'group',
    };
    if (isShown) notifications.update(toast);
    else notifications.show(toast);
    isShown = true;
  };
  const end = (set: ChangeSet): void => {
    const isFine = changeSetStates.is.applied(set.status) && !set.counts.error;
    notifications.hide(id);
    notifications.show({
      id: `${id}-ended`,
      title: set.title,
      message: (
        <Stack gap={4}>
          <Text size="sm" c="var(--mantine-color-text)">
            {outcomeText(set, formats().number)}
          </Text>
          {link(set.counts.error ? 'See what was refused' : 'Details')}
        </Stack>
      ),
      color: isFine ? 'green' : changeSetStates.is.failed(set.status) ? 'red' : 'yellow',
      icon: <Icon name={isFine ? 'check' : 'alert'} />,
      autoClose: isFine ? 10_000 : false,
    });
    onEnd();
  };
  const look = async (failures: number): Promise<void> => {
    try {
      const set = await client.call(getChangeSet, { params: { changeSetID } });
      if (!set.progress) return end(set);
      show(set);
      setTimeout(() => void look(0), changeSetPoll);
    } catch {
      if (failures < patience) setTimeout(() => void look(failures + 1), changeSetPoll);
      else notifications.hide(id);
    }
  };
  void look(0);
}
