import { ActionIcon, Alert, NumberInput, Table, Text, TextInput } from '@mantine/core';
import { type ApiError, Icon, Quantity } from '@millwright/core/browser';
import { OwnerPicker } from '../../catalogue/item/stock/owner-picker.tsx';
import type { MoveLine } from './move-lines.ts';
import { UnitSelect } from './unit-select.tsx';

/** The server's errors of a line, with paths like `lines.N.field`. */
const errorsOf = (problem: ApiError | null, index: number): string[] =>
  problem?.errors.filter(({ path }) => path.startsWith(`lines.${index}.`)).map(({ message }) => message) ?? [];

/** The lines of a move. Quantity, unit, lot and owner can be changed; places are fixed when the line is added. */
export function MoveLineTable({
  lines,
  onChange,
  problem,
  asksOwner,
}: {
  lines: readonly MoveLine[];
  onChange(lines: readonly MoveLine[]): void;
  problem: ApiError | null;
  /** Whether the account keeps stock of customers. */
  asksOwner: boolean;
}) {
  const patch = (line: MoveLine, fields: Partial<MoveLine>) =>
    onChange(lines.map((other) => (other === line ? { ...line, ...fields } : other)));
  if (lines.length === 0) return null;
  return (
    <>
      {problem && (
        <Alert color="red" title="Nothing was moved" role="alert">
          {problem.message}
        </Alert>
      )}
      <Table.ScrollContainer minWidth={asksOwner ? 900 : 720}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Item</Table.Th>
              <Table.Th scope="col">Quantity</Table.Th>
              <Table.Th scope="col">Unit</Table.Th>
              <Table.Th scope="col">Lot</Table.Th>
              {asksOwner && <Table.Th scope="col">Owner</Table.Th>}
              <Table.Th scope="col">From</Table.Th>
              <Table.Th scope="col">To</Table.Th>
              <Table.Th aria-label="Remove" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line, index) => (
              <Table.Tr key={line.key}>
                <Table.Th scope="row" title={line.description}>
                  {line.sku}
                </Table.Th>
                <Table.Td>
                  <NumberInput
                    aria-label={`Quantity of ${line.sku}`}
                    value={line.quantity}
                    min={0}
                    decimalScale={6}
                    hideControls
                    w={110}
                    error={errorsOf(problem, index).join(' ') || undefined}
                    onChange={(quantity) => patch(line, { quantity: quantity === '' ? '' : Number(quantity) })}
                  />
                  {line.lying && (
                    <Text size="xs" c="dimmed">
                      of <Quantity value={line.lying.quantity} />
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <UnitSelect
                    label={`Unit of ${line.sku}`}
                    itemID={line.itemID}
                    unit={line.unit}
                    onPick={(unit) => patch(line, { unit })}
                  />
                </Table.Td>
                <Table.Td>
                  <TextInput
                    aria-label={`Lot of ${line.sku}`}
                    value={line.lotNumber}
                    placeholder="Any"
                    w={110}
                    onChange={(event) => patch(line, { lotNumber: event.currentTarget.value })}
                  />
                </Table.Td>
                {asksOwner && (
                  <Table.Td>
                    <OwnerPicker
                      label={`Owner of ${line.sku}`}
                      owner={line.owner}
                      onPick={(owner) => patch(line, { owner })}
                    />
                  </Table.Td>
                )}
                <Table.Td>{line.from.fullName}</Table.Td>
                <Table.Td>{line.to?.fullName ?? <Text c="dimmed">Not chosen yet</Text>}</Table.Td>
                <Table.Td>
                  <ActionIcon
                    variant="subtle"
                    aria-label={`Remove ${line.sku}`}
                    onClick={() => onChange(lines.filter((other) => other !== line))}
                  >
                    <Icon name="trash" size={16} />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
