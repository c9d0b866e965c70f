import { Button, Group, Table, Text } from '@mantine/core';
import {
  FormDialog,
  FormRow,
  RecordSelect,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { listUnits } from '@millwright/inventory/contracts';
import { useState } from 'react';
import { z } from 'zod';
import { type EdiPartner, updateEdiPartner } from '../../contracts/index.ts';
import { unitSource } from '../record-sources.ts';

const unitBody = z.object({
  code: z
    .string({ error: 'Code is required' })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2}$/, { error: 'Must be two letters or digits, like EA or CA' }),
  unitID: z.string({ error: 'Unit is required' }).min(1, { error: 'Unit is required' }),
});

type UnitCode = z.output<typeof unitBody>;
const isSame = (one: UnitCode, other: UnitCode): boolean => one.code === other.code && one.unitID === other.unitID;

/** Units for the partner's unit codes; standard codes need no entry. */
export function PartnerUnits({ partner }: { partner: EdiPartner }) {
  const { can } = useSession();
  const [isAdding, setAdding] = useState(false);
  const update = useEndpointMutation(updateEdiPartner);
  const units = useEndpoint(listUnits, { query: { take: 500 } });
  const names = new Map((units.data?.items ?? []).map(({ id, name }) => [id, name]));
  const { settings, version, id: ediPartnerID } = partner;
  const canChange = can('edi_partners:update');
  const keep = (codes: readonly UnitCode[]) =>
    update.mutateAsync({ params: { ediPartnerID }, body: { settings: { ...settings, units: [...codes] }, version } });
  const remove = (unit: UnitCode) =>
    void keep(settings.units.filter((each) => !isSame(each, unit))).catch((error: unknown) => toast.error(error));
  return (
    <>
      <Group justify="space-between" align="start" wrap="nowrap" mb="sm">
        <Text size="sm" c="dimmed">
          EA, CA, DZ and other usual codes are known; others are asked for when they come, and kept here.
        </Text>
        {canChange && (
          <Button size="compact-sm" flex="none" onClick={() => setAdding(true)}>
            Add unit
          </Button>
        )}
      </Group>
      {settings.units.length > 0 && (
        <Table aria-label="Units of the partner">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={120}>Their code</Table.Th>
              <Table.Th>Unit</Table.Th>
              {canChange && <Table.Th w={100} aria-label="Remove" />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {settings.units.map((unit) => (
              <Table.Tr key={`${unit.code} ${unit.unitID}`}>
                <Table.Td>{unit.code}</Table.Td>
                <Table.Td>{names.get(unit.unitID) ?? '…'}</Table.Td>
                {canChange && (
                  <Table.Td>
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="red"
                      aria-label={`Remove ${unit.code}`}
                      loading={update.isPending}
                      onClick={() => remove(unit)}
                    >
                      Remove
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <FormDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        title="Add a unit"
        schema={unitBody}
        values={{ code: '', unitID: '' }}
        onSave={async (unit) => {
          await keep([...settings.units.filter((each) => !isSame(each, unit)), unit]);
          return undefined;
        }}
      >
        <FormRow>
          <TextField name="code" label="Their code" required />
          <RecordSelect name="unitID" label="Unit" source={unitSource} required />
        </FormRow>
      </FormDialog>
    </>
  );
}
