import { Button, Text } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  FormDialog,
  NoteField,
  TextField,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  deleteUnitGroup,
  getUnitGroup,
  listUnitGroups,
  type UnitGroup,
  updateUnitGroup,
  updateUnitGroupBody,
} from '../../contracts/index.ts';
import { ConversionTable } from './conversion-table.tsx';
import { UnitConverter } from './unit-converter.tsx';

export function UnitGroupScreen() {
  const { unitGroupID = '' } = useParams();
  const session = useSession();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isEditing, setEditing] = useState(false);
  const group = useEndpoint(getUnitGroup, { params: { unitGroupID } });
  const update = useEndpointMutation(updateUnitGroup, { invalidates: [getUnitGroup, listUnitGroups] });
  const remove = useEndpointMutation(deleteUnitGroup, { invalidates: [listUnitGroups] });

  const askAndDelete = async ({ id, name }: UnitGroup) => {
    if (!(await confirm({ title: `Delete ${name}?`, confirmLabel: 'Delete unit group', danger: true }))) return;
    try {
      await remove.mutateAsync({ params: { unitGroupID: id } });
      toast.success(`${name} deleted`);
      await navigate('/dashboard/units-of-measure/groups');
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <DetailScreen
      query={group}
      what="unit group"
      list={{ name: 'unit-groups', href: '/dashboard/units-of-measure/groups', label: 'unit groups' }}
      record={{ type: 'unit_group', id: unitGroupID }}
      title={({ name }) => name}
      actions={(data) =>
        session.can('unit_groups:update') && (
          <>
            <Button variant="default" onClick={() => setEditing(true)}>
              Rename
            </Button>
            <FormDialog
              opened={isEditing}
              onClose={() => setEditing(false)}
              title={`Rename ${data.name}`}
              schema={updateUnitGroupBody}
              values={{ name: data.name, notes: data.notes, version: data.version }}
              onSave={async (values) => {
                const saved = await update.mutateAsync({ params: { unitGroupID: data.id }, body: values });
                toast.success(`${saved.name} saved`);
              }}
            >
              <TextField name="name" label="Name" required />
              <NoteField name="notes" label="Notes" />
            </FormDialog>
          </>
        )
      }
      menu={(data) => [
        session.can('unit_groups:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(data),
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
