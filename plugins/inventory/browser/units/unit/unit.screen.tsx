import { List, Text } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  LinkText,
  StatusBadge,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteUnit, getUnit, type Unit, updateUnit, updateUnitBody } from '../../../contracts/index.ts';
import { EditDialog } from '../../edit-dialog.tsx';
import { UnitFields } from './unit-fields.tsx';

/** Where a unit is used to measure. */
function UnitGroups({ unit }: { unit: Unit }) {
  if (unit.unitGroups.length === 0)
    return (
      <Text c="dimmed">In no unit group yet: nothing can be measured in it until a group says what it is worth.</Text>
    );
  return (
    <List>
      {unit.unitGroups.map(({ id, name }) => (
        <List.Item key={id}>
          <LinkText to={`/dashboard/units-of-measure/groups/${id}`}>{name}</LinkText>
        </List.Item>
      ))}
    </List>
  );
}

export function UnitScreen() {
  const session = useSession();
  const { id, params, query: unit } = useRecord(getUnit);
  const update = useEndpointMutation(updateUnit);
  const remove = useEndpointMutation(deleteUnit);
  const askAndDelete = useDelete('unit', '/dashboard/units-of-measure/units');

  return (
    <DetailScreen
      query={unit}
      what="unit"
      list={{ name: 'units', href: '/dashboard/units-of-measure/units', label: 'units' }}
      record={{ type: 'unit', id }}
      title={({ name }) => name}
      status={({ isBuiltIn }) => isBuiltIn && <StatusBadge>Built in</StatusBadge>}
      actions={(data) =>
        session.can('units:update') && (
          <EditDialog
            verb="Edit"
            recordName={data.name}
            schema={updateUnitBody}
            values={{ name: data.name, description: data.description, version: data.version }}
            onSave={(body) => update.mutateAsync({ params, body })}
          >
            <UnitFields isBuiltIn={data.isBuiltIn} />
          </EditDialog>
        )
      }
      menu={(data) => [
        session.can('units:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          disabled: data.isBuiltIn,
          onClick: () => void askAndDelete(data.name, () => remove.mutateAsync({ params })),
        },
      ]}
      tabs={[{ id: 'groups', label: 'Unit groups', render: (data) => <UnitGroups unit={data} /> }]}
      facts={(data) => [
        { label: 'Description', value: data.description },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
    />
  );
}
