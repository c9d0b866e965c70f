import { Text } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  NoteField,
  TextField,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteUnitGroup, getUnitGroup, updateUnitGroup, updateUnitGroupBody } from '../../../contracts/index.ts';
import { EditDialog } from '../../edit-dialog.tsx';
import { ConversionTable } from './conversion-table.tsx';
import { UnitConverter } from './unit-converter.tsx';

export function UnitGroupScreen() {
  const session = useSession();
  const { id, params, query: group } = useRecord(getUnitGroup);
  const update = useEndpointMutation(updateUnitGroup);
  const remove = useEndpointMutation(deleteUnitGroup);
  const askAndDelete = useDelete('unit group', '/dashboard/units-of-measure/groups');

  return (
    <DetailScreen
      query={group}
      what="unit group"
      list={{ name: 'unit-groups', href: '/dashboard/units-of-measure/groups', label: 'unit groups' }}
      record={{ type: 'unit_group', id }}
      title={({ name }) => name}
      actions={(data) =>
        session.can('unit_groups:update') && (
          <EditDialog
            verb="Rename"
            recordName={data.name}
            schema={updateUnitGroupBody}
            values={{ name: data.name, notes: data.notes, version: data.version }}
            onSave={(body) => update.mutateAsync({ params, body })}
          >
            <TextField name="name" label="Name" required />
            <NoteField name="notes" label="Notes" />
          </EditDialog>
        )
      }
      menu={(data) => [
        session.can('unit_groups:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(data.name, () => remove.mutateAsync({ params })),
        },
      ]}
      tabs={[
        { id: 'units', label: 'Units', render: (data) => <ConversionTable group={data} /> },
        { id: 'converter', label: 'Converter', render: (data) => <UnitConverter group={data} /> },
        {
          id: 'notes',
          label: 'Notes',
          render: ({ notes }) => <Text style={{ whiteSpace: 'pre-wrap' }}>{notes}</Text>,
          isHidden: ({ notes }) => !notes,
        },
      ]}
      facts={(data) => [
        { label: 'Base unit', value: data.baseUnit.name },
        { label: 'Units', value: data.conversions.length },
        { label: 'Items measured in it', value: data.itemCount },
        { label: 'Factors', value: data.itemCount > 0 ? 'Fixed, because items use them' : 'Can be changed' },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
    />
  );
}
