import { ActionIcon, Button, Group, Table, Text } from '@mantine/core';
import {
  Icon,
  LinkText,
  StatusBadge,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { deleteUnitConversion, type UnitConversion, type UnitGroup } from '../../../contracts/index.ts';
import { ConversionDialog } from './conversion-dialog.tsx';
import { exactText, exampleText, fractionText } from './factor-text.ts';

/** The units of a group with their exact factors, with edit buttons for people with the permission. */
export function ConversionTable({ group }: { group: UnitGroup }) {
  const session = useSession();
  const confirm = useConfirm();
  const [edited, setEdited] = useState<UnitConversion | null>(null);
  const [isOpen, setOpen] = useState(false);
  const remove = useEndpointMutation(deleteUnitConversion);
  const canEdit = session.can('unit_groups:update');
  // The factors of a group with items are fixed; larger units can still be added, unused ones removed.
  const isFixed = group.itemCount > 0;
  const edit = (conversion: UnitConversion | null) => {
    setEdited(conversion);
    setOpen(true);
  };
  const askAndRemove = async ({ id, unit }: UnitConversion) => {
    const title = `Take ${unit.name} out of ${group.name}?`;
    if (!(await confirm({ title, confirmLabel: `Take out ${unit.name}`, danger: true }))) return;
    try {
      await remove.mutateAsync({ params: { unitGroupID: group.id, unitConversionID: id } });
      toast.success(`${unit.name} is no longer in ${group.name}`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <Table.ScrollContainer minWidth={480}>
        <Table aria-label={`Units of ${group.name}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Unit</Table.Th>
              <Table.Th ta="end">In {group.baseUnit.name}</Table.Th>
              <Table.Th>Example</Table.Th>
              {canEdit && <Table.Th ta="end">Actions</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {group.conversions.map((conversion) => {
              const { id, unit, factor, isBase } = conversion;
              const fraction = fractionText(factor);
              const exact = exactText(factor);
              return (
                <Table.Tr key={id}>
                  <Table.Td>
                    <LinkText to={`/dashboard/units-of-measure/units/${unit.id}`}>{unit.name}</LinkText>{' '}
                    {isBase && <StatusBadge tone="info">Base</StatusBadge>}
                  </Table.Td>
                  <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                    {exact}
                    {fraction && fraction !== exact && (
                      <Text span size="xs" c="dimmed">
                        {' '}
                        = {fraction}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>{isBase ? '–' : exampleText(unit.name, factor, group.baseUnit.name)}</Table.Td>
                  {canEdit && (
                    <Table.Td>
                      <Group gap={4} justify="flex-end" wrap="nowrap">
                        {!isFixed && group.conversions.length > 1 && (
                          <ActionIcon aria-label={`Change ${unit.name}`} onClick={() => edit(conversion)}>
                            <Icon name="edit" />
                          </ActionIcon>
                        )}
                        {group.conversions.length > 1 && !(isFixed && isBase) && (
                          <ActionIcon
                            aria-label={`Take out ${unit.name}`}
                            onClick={() => void askAndRemove(conversion)}
                          >
                            <Icon name="trash" />
                          </ActionIcon>
                        )}
                      </Group>
                    </Table.Td>
                  )}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {canEdit && (
        <Button variant="default" mt="sm" leftSection={<Icon name="plus" size={14} />} onClick={() => edit(null)}>
          Add unit
        </Button>
      )}
      <ConversionDialog
        key={edited?.id ?? 'new'}
        group={group}
        conversion={edited}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
