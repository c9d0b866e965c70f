import { Popover, Table, UnstyledButton } from '@mantine/core';
import { Money } from '@millwright/core/browser';
import type { PriceTrace, PriceTraceStep } from '../../../../contracts/index.ts';
import classes from '../../../document/order-detail.module.css';

const names: Record<PriceTraceStep['rule'], string> = {
  list_price: 'List price',
  customer_price: 'Customer price',
  volume_discount: 'Volume discount',
  rounding: 'Rounded',
  typed_price: 'Entered by hand',
  credit: 'Comes off',
};

/** The deciding step: the last one that is not a rounding. */
const decisive = (trace: PriceTrace): PriceTraceStep | undefined => trace.findLast(({ rule }) => rule !== 'rounding');

/** Explains the price of a line: the deciding step, and all steps after a click. */
export function WhyPrice({ trace, line }: { trace: PriceTrace; line: number }) {
  const last = decisive(trace);
  if (!last) return null;
  return (
    <Popover position="bottom-end" width={340} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes['why']} aria-label={`Why this price? ${names[last.rule]}, line ${line}`}>
          {names[last.rule]}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Table aria-label={`Why this price, line ${line}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Why this price?</Table.Th>
              <Table.Th ta="end">Price</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {trace.map((step, index) => (
              // Steps have no id, and their order never changes.
              <Table.Tr key={index}>
                <Table.Td>{step.name}</Table.Td>
                <Table.Td ta="end">
                  <Money value={step.out} unitPrice />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
}
