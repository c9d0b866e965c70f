import { Alert, Button } from '@mantine/core';
import {
  DateTimeText,
  ListScreen,
  RecordScreen,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import {
  connectionKindNames,
  ediConnections,
  listEdiRuns,
  pullOrders,
  testEdiConnection,
} from '../../contracts/index.ts';
import { runColumns } from '../exchange/run-columns.tsx';
import { ConnectionState } from './connection-list.screen.tsx';

export function ConnectionScreen() {
  const { can } = useSession();
  const test = useEndpointMutation(testEdiConnection);
  const pull = useEndpointMutation(pullOrders);
  const tryIt = async (ediConnectionID: string) => {
    try {
      const { hasSucceeded, message, waiting } = await test.mutateAsync({ params: { ediConnectionID } });
      if (hasSucceeded) toast.success(`It answers: ${waiting} files wait`);
      else toast.error(message);
    } catch (error) {
      toast.error(error);
    }
  };
  const fetch = async (connectionID: string) => {
    try {
      const run = await pull.mutateAsync({ body: { connectionID } });
      toast.success(`${run.fileCount} files fetched, ${run.importedCount} documents taken over`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <RecordScreen
      record={ediConnections}
      status={(data) => <ConnectionState {...data} />}
      actions={({ id }) => (
        <>
          {can('edi_partners:update') && (
            <Button variant="default" loading={test.isPending} onClick={() => void tryIt(id)}>
              Test
            </Button>
          )}
          {can('edi_runs:update') && (
            <Button loading={pull.isPending} onClick={() => void fetch(id)}>
              Fetch now
            </Button>
          )}
        </>
      )}
      facts={(data) => [
        { label: 'Kind', value: connectionKindNames[data.kind] },
        ...(data.kind === 'directory' ? [{ label: 'Folder', value: data.folder }] : []),
        ...(data.kind === 'sftp'
          ? [
              { label: 'Host', value: `${data.host}${data.port ? `:${data.port}` : ''}` },
              { label: 'User', value: data.username },
            ]
          : []),
        { label: 'Partners', value: data.partnerCount },
        { label: 'Last contact', value: data.lastContactAt && <DateTimeText value={data.lastContactAt} relative /> },
        ...(data.retryAt ? [{ label: 'Next try', value: <DateTimeText value={data.retryAt} /> }] : []),
      ]}
      tabs={[
        {
          id: 'runs',
          label: 'Runs',
          isHidden: () => !can('edi_runs:read'),
          render: ({ id }) => (
            <ListScreen
              embedded
              name="edi-connection-runs"
              title="Runs"
              endpoint={listEdiRuns}
              fixedQuery={{ connectionIDs: [id] }}
              columns={runColumns}
              rowHref={(run) => `/dashboard/edi-runs/${run.id}`}
              rowLabel={(run) => run.id}
              empty={{ title: 'Nothing was fetched or sent yet', icon: 'inbox' }}
            />
          ),
        },
      ]}
    >
      {({ lastError }) =>
        lastError && (
          <Alert color="red" title="The last try failed" mb="md">
            {lastError}
          </Alert>
        )
      }
    </RecordScreen>
  );
}
