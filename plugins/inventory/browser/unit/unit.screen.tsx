import { Anchor, Button, List, Text } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  FormDialog,
  StatusBadge,
  TextField,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { deleteUnit, getUnit, listUnits, type Unit, updateUnit, updateUnitBody } from '../../contracts/index.ts';

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
          <Anchor component={Link} to={`/dashboard/units-of-measure/groups/${id}`}>
            {name}
          </Anchor>
        </List.Item>
      ))}
    </List>
  );
}

export function UnitScreen() {
  const { unitID = '' } = useParams();
  const session = useSession();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isEditing, setEditing] = useState(false);
  const unit = useEndpoint(getUnit, { params: { unitID } });
  const update = useEndpointMutation(updateUnit, { invalidates: [getUnit, listUnits] });
  const remove = useEndpointMutation(deleteUnit, { invalidates: [listUnits] });

  const askAndDelete = async ({ id, name }: Unit) => {
    if (!(await confirm({ title: `Delete ${name}?`, confirmLabel: 'Delete unit', danger: true }))) return;
    try {
      await remove.mutateAsync({ params: { unitID: id } });
      toast.success(`${name} deleted`);
      await navigate('/dashboard/units-of-measure/units');
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <DetailScreen
      query={unit}
      what="unit"
      list={{ name: 'units', href: '/dashboard/units-of-measure/units', label: 'units' }}
      record={{ type: 'unit', id: unitID }}
      title={({ name }) => name}
      status={({ isBuiltIn }) => isBuiltIn && <StatusBadge>Built in</StatusBadge>}
      actions={(data) =>
        session.can('units:update') && (
          <>
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
            <FormDialog
              opened={isEditing}
              onClose={() => setEditing(false)}
              title={`Edit ${data.name}`}
              schema={updateUnitBody}
              values={{ name: data.name, description: data.description, version: data.version }}
              onSave={async (values) => {
                const saved = await update.mutateAsync({ params: { unitID: data.id }, body: values });
                toast.success(`${saved.name} saved`);
              }}
            >
              <TextField
                name="name"
                label="Name"
                required
                disabled={data.isBuiltIn}
                {...(data.isBuiltIn ? { description: 'The name of a built-in unit is fixed' } : {})}
              />
              <TextField name="description" label="Description" />
            </FormDialog>
          </>
        )
      }
      menu={(data) => [
        session.can('units:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          disabled: data.isBuiltIn,
          onClick: () => void askAndDelete(data),
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
