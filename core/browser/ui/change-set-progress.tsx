import { Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ChangeSet, getChangeSet } from '../../contracts/change-set.contract.ts';
import { formats } from '../format.ts';
import { useEndpoint } from '../use-endpoint.ts';
import { progressPercent, progressText } from './change-set-text.ts';

/** Milliseconds between two looks at a set that is worked on. */
export const changeSetPoll = 1000;

/** A change set, read again every second while it is worked on. */
export function useChangeSet(changeSetID: string) {
  const [isWorking, setWorking] = useState(false);
  const query = useEndpoint(getChangeSet, { params: { changeSetID } }, { refetchInterval: isWorking && changeSetPoll });
  const works = Boolean(query.data?.progress);
  if (works !== isWorking) setWorking(works);
  return query;
}

/** How far a set is, at what rate, and how long it will take; nothing while it rests. */
export function ChangeSetProgress({ set }: { set: Pick<ChangeSet, 'progress' | 'status'> }) {
  const { progress } = set;
  if (!progress) return null;
  return (
    <Stack gap={4}>
      <Progress value={progressPercent(progress)} aria-label={`Progress: ${progress.done} of ${progress.total} rows`} />
      <Text size="xs" c="dimmed">
        {progressText(progress, Date.now(), formats().number)}
      </Text>
    </Stack>
  );
}
