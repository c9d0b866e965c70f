import { ListScreen } from '@millwright/core/browser';
import { listEdiRuns } from '../../contracts/index.ts';
import { runColumns } from './run-columns.tsx';

export function EdiRunListScreen() {
  return (
    <ListScreen
      name="edi-runs"
      title="EDI runs"
      endpoint={listEdiRuns}
      searchPlaceholder="Search EDI runs"
      columns={runColumns}
      filters={[
        { name: 'hasSucceeded', label: 'Result', yes: 'Succeeded', no: 'Failed' },
        { name: 'kinds', label: 'What' },
      ]}
      views={[{ id: 'failed', name: 'Failed', query: 'hasSucceeded=false' }]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={({ id }) => `/dashboard/edi-runs/${id}`}
      rowLabel={({ createdAt }) => createdAt}
      empty={{
        title: 'Nothing was exchanged yet',
        text: 'Each time files are fetched, uploaded or sent, a run says what came of it.',
        icon: 'inbox',
      }}
    />
  );
}
