import { Anchor, Text } from '@mantine/core';
import { ErrorState, LoadingState, Panel, useEndpoint, useSession } from '@millwright/core/browser';
import { Link } from 'react-router';
import { listSampleRecords } from '../contracts/index.ts';

/** A dashboard card with the number of sample records. */
export function SampleRecordCountSlot() {
  const session = useSession();
  const isAllowed = session.can('sample_records:read');
  const found = useEndpoint(listSampleRecords, { query: { take: 1 } }, { enabled: isAllowed });
  if (!isAllowed) return null;
  return (
    <Panel
      title="Sample records"
      actions={
        <Anchor component={Link} to="/dashboard/x/sample-plugin/sample-records" size="sm">
          All of them
        </Anchor>
      }
    >
      {found.data ? (
        <Text size="sm">{found.data.count === 1 ? 'There is 1.' : `There are ${found.data.count}.`}</Text>
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} what="sample records" />
      ) : (
        <LoadingState lines={1} />
      )}
    </Panel>
  );
}
