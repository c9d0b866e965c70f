import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { Money, Panel, Quantity } from '@millwright/core/browser';
import type { FreedPromise, ReconciledItem } from '../../../contracts/index.ts';
import { movedRows } from './moved-rows.ts';
import classes from './reconcile.module.css';

/** Answer of a dry run. */
export interface CountPreviewData {
  items: readonly ReconciledItem[];
  changed: number;
  valueDifference: number;
}

const freedText = ({ type, number, quantity }: FreedPromise, unit: string): string =>
  `${quantity} ${unit} ` +
  `${type === 'hold' ? 'held by orders that are being typed' : `of ${type.replaceAll('_', ' ')} ${number}`}`;

/** What writing the count would do: differences, their value and the promises that it takes back. */
export function CountPreview({
  preview,
  lotOf,
  isSaving,
  onBack,
  onCommit,
}: {
  preview: CountPreviewData;
  /** Lot of the row at this position. */
  lotOf(index: number): string;
  isSaving: boolean;
  onBack(): void;
  onCommit(): void;
}) {
  const different = preview.items.filter(({ difference }) => difference !== 0);
  const moved = movedRows(preview.items);
  const freed = preview.items.flatMap(({ sku, unit, freedPromises }) =>
    freedPromises.map((promise) => `${sku}: ${freedText(promise, unit)}`),
  );
  return (
    <Stack gap="md">
      <Panel title={different.length === 1 ? '1 difference' : `${different.length} differences`}>
        {different.length === 0 ? (
          <Text>All is as it was counted: there is nothing to write.</Text>
        ) : (
          <Table.ScrollContainer minWidth={640}>
            <Table className={classes['table']}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Item</Table.Th>
                  <Table.Th scope="col">Lot</Table.Th>
                  <Table.Th scope="col">In the books</Table.Th>
                  <Table.Th scope="col">Counted</Table.Th>
                  <Table.Th scope="col">Difference</Table.Th>
                  <Table.Th scope="col">Value</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {different.map(({ index, sku, unit, before, after, difference, valueDifference }) => (
                  <Table.Tr key={index}>
                    <Table.Th scope="row">{sku}</Table.Th>
                    <Table.Td>{lotOf(index)}</Table.Td>
                    <Table.Td>
                      <Quantity value={before} unit={unit} />
                    </Table.Td>
                    <Table.Td>
                      <Quantity value={after} unit={unit} />
                    </Table.Td>
                    <Table.Td>
                      {difference > 0 && '+'}
                      <Quantity value={difference} unit={unit} />
                    </Table.Td>
                    <Table.Td>
                      <Money value={valueDifference} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Panel>
      {freed.length > 0 && (
        <Alert
          color="yellow"
          classNames={{ title: classes['warningTitle'] }}
          title="Less is there than was promised: these promises are taken back"
        >
          {freed.map((text) => (
            <Text key={text} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
      )}
      {moved.length > 0 && (
        <Alert
          color="yellow"
          classNames={{ title: classes['warningTitle'] }}
          title="Stock has moved since it was counted: the count overwrites that"
        >
          {moved.map(({ index, text }) => (
            <Text key={index} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
      )}
      <Group justify="space-between" className={classes['bar']}>
        <Text fw={600}>
          Stock value <Money value={preview.valueDifference} />
        </Text>
        <Group>
          <Button variant="default" size="md" onClick={onBack}>
            Back to the sheet
          </Button>
          <Button size="md" onClick={onCommit} loading={isSaving} disabled={preview.changed === 0} data-autofocus>
            Write the count
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
