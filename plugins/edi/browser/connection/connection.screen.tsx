import { Alert, Button } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  ListScreen,
  toast,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import {
  connectionKindNames,
  deleteEdiConnection,
  getEdiConnection,
  listEdiRuns,
  pullOrders,
  testEdiConnection,
} from '../../contracts/index.ts';
import { runColumns } from '../exchange/run-columns.tsx';
import { ConnectionState } from './connection-list.screen.tsx';

export function ConnectionScreen() {
  const { can } = useSession();
  const { id, params, query: connection } = useRecord(getEdiConnection);
  const remove = useEndpointMutation(deleteEdiConnection);
  const test = useEndpointMutation(testEdiConnection);
  const pull = useEndpointMutation(pullOrders);
  const askAndDelete = useDelete('connection', '/dashboard/edi-connections');
  const tryIt = async () => {
    try {
      const { hasSucceeded, message, waiting } = await test.mutateAsync({ params });
      if (hasSucceeded) toast.success(`It answers: ${waiting} files wait`);
      else toast.error(message);
    } catch (error) {
      toast.error(error);
    }
  };
  const fetch = async () => {
    try {
      const run = await pull.mutateAsync({ body: { connectionID: id } });
      toast.success(`${run.fileCount} files fetched, ${run.importedCount} documents taken over`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <DetailScreen
      query={connection}
      what="connection"
      list={{ name: 'edi-connections', href: '/dashboard/edi-connections', label: 'connections' }}
      record={{ type: 'edi_connection', id }}
      title={({ name }) => name}
      status={(data) => <ConnectionState {...data} />}
      editHref={({ id }) => (can('edi_partners:update') ? `/dashboard/edi-connections/${id}/edit` : undefined)}
      actions={() => (
        <>
          {can('edi_partners:update') && (
            <Button variant="default" loading={test.isPending} onClick={() => void tryIt()}>
              Test
            </Button>
          )}
          {can('edi_runs:update') && (
            <Button loading={pull.isPending} onClick={() => void fetch()}>
              Fetch now
            </Button>
          )}
        </>
      )}
      menu={({ name }) => [
        can('edi_partners:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params })),
        },
      ]}
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
    >
      {({ lastError }) => (
        <>
          {lastError && (
            <Alert color="red" title="The last try failed" mb="md">
              {lastError}
            </Alert>
          )}
          {can('edi_runs:read') && (
            <ListScreen
              embedded
              name="edi-connection-runs"
              title="Runs"
              endpoint={listEdiRuns}
              fixedQuery={{ connectionIDs: [id] }}
              columns={runColumns}
              rowHref={({ id }) => `/dashboard/edi-runs/${id}`}
              rowLabel={({ id }) => id}
              empty={{ title: 'Nothing was fetched or sent yet', icon: 'inbox' }}
            />
          )}
        </>
      )}
    </DetailScreen>
  );
}
