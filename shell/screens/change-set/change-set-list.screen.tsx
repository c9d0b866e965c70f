import { ListScreen, useSession } from '@millwright/core/browser';
import type { PermissionCode } from '../../../core/contracts/plugins/permission.ts';
import { listChangeSets } from '../../../core/contracts/work/change-set.contract.ts';
import { changeSetColumns } from './change-set-columns.tsx';

export function ChangeSetListScreen() {
  const { can } = useSession();
  return (
    <ListScreen
      name="change-sets"
      title="Imports and bulk changes"
      endpoint={listChangeSets}
      searchPlaceholder="Search titles"
      columns={changeSetColumns}
      filters={[{ name: 'statuses', label: 'Status' }]}
      views={[{ id: 'stopped', name: 'Stopped', query: 'statuses=failed' }]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      // Imports open on the import screen for people who may run them.
      rowHref={(set) => {
        const isImport = set.action.endsWith('.import') && can(set.permission as PermissionCode);
        return `/dashboard/${isImport ? 'imports' : 'change-sets'}/${set.id}`;
      }}
      rowLabel={(set) => set.title}
      empty={{
        title: 'Nothing yet',
        text: 'Imports, and bulk actions over more than 2,000 records, appear here with what they did.',
        icon: 'layers',
      }}
    />
  );
}
