import { List, Text } from '@mantine/core';
import { LinkText, RecordScreen, StatusBadge, useEndpointMutation, useSession } from '@millwright/core/browser';
import { type Unit, units, updateUnit, updateUnitBody } from '../../../contracts/index.ts';
import { EditDialog } from '../../edit-dialog.tsx';
import { UnitFields } from './unit-fields.tsx';

/** The unit groups of a unit. */
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
  const update = useEndpointMutation(updateUnit);

  return (
    <RecordScreen
      record={units}
      deletion={({ isBuiltIn }) => ({ disabled: isBuiltIn })}
      status={({ isBuiltIn }) => isBuiltIn && <StatusBadge>Built in</StatusBadge>}
      actions={(data) =>
        session.can('units:update') && (
          <EditDialog
            verb="Edit"
            recordName={data.name}
            schema={updateUnitBody}
            values={{ name: data.name, description: data.description, version: data.version }}
            onSave={(body) => update.mutateAsync({ params: { unitID: data.id }, body })}
          >
            <UnitFields isBuiltIn={data.isBuiltIn} />
          </EditDialog>
        )
      }
      tabs={[{ id: 'groups', label: 'Unit groups', render: (data) => <UnitGroups unit={data} /> }]}
      facts={(data) => [{ label: 'Description', value: data.description }]}
    />
  );
}
