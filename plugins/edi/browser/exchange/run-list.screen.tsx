import { ListScreen } from '@millwright/core/browser';
import { ediRunKindNames, ediRunKinds, listEdiRuns } from '../../contracts/index.ts';
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
        { kind: 'boolean', name: 'hasSucceeded', label: 'Result', yes: 'Succeeded', no: 'Failed' },
        {
          kind: 'multi',
          name: 'kinds',
          label: 'What',
          options: ediRunKinds.map((value) => ({ value, label: ediRunKindNames[value] })),
        },
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
