import { Anchor, Text } from '@mantine/core';
import { ErrorState, LoadingState, Panel, useEndpoint, useSession } from '@millwright/core/browser';
import { Link } from 'react-router';
import { listSampleRecords } from '../contracts/index.ts';

/** A card of the dashboard: how many are open. */
export function OpenSampleRecordsSlot() {
  const session = useSession();
  const isAllowed = session.can('sample_records:read');
  const open = useEndpoint(listSampleRecords, { query: { isDone: false, take: 1 } }, { enabled: isAllowed });
  if (!isAllowed) return null;
  return (
    <Panel
      title="Sample records"
      actions={
        <Anchor component={Link} to="/dashboard/x/sample-plugin/sample-records?isDone=false" size="sm">
          Open ones
        </Anchor>
      }
    >
      {open.data ? (
        <Text size="sm">{open.data.count === 1 ? '1 is open.' : `${open.data.count} are open.`}</Text>
      ) : open.error ? (
        <ErrorState error={open.error} onRetry={() => void open.refetch()} what="sample records" />
      ) : (
        <LoadingState lines={1} />
      )}
    </Panel>
  );
}
