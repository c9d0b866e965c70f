import { Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ChangeSet, getChangeSet } from '../../../contracts/work/change-set.contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { formats } from '../../format/format.ts';
import { progressPercent, progressText } from './change-set-text.ts';

/** Polling interval in milliseconds for a running set. */
export const changeSetPoll = 1000;

/** A change set, polled every second while it is running. */
export function useChangeSet(changeSetID: string) {
  const [isWorking, setWorking] = useState(false);
  const query = useEndpoint(getChangeSet, { params: { changeSetID } }, { refetchInterval: isWorking && changeSetPoll });
  const works = Boolean(query.data?.progress);
  if (works !== isWorking) setWorking(works);
  return query;
}

/** Progress, rate and remaining time of a running set; nothing otherwise. */
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
