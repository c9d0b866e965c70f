import { Group, NumberInput, Select, Text } from '@mantine/core';
import { convert, decimal, invertRatio, multiplyRatio, Problem, type Ratio } from '@millwright/core/contracts';
import { useState } from 'react';
import { ratioOfFactor, type UnitGroup } from '../../../contracts/index.ts';

/** The exact result of a conversion, or the reason why there is none. */
function converted(amount: number, from: Ratio, to: Ratio): string {
  const factor = multiplyRatio(from, invertRatio(to));
  try {
    return convert(decimal(amount), factor).toString();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return 'not a whole number of millionths, so it would be refused';
  }
}

/** A calculator for the conversions of a group. */
export function UnitConverter({ group }: { group: UnitGroup }) {
  const [amount, setAmount] = useState<number>(1);
  const [fromID, setFrom] = useState(group.conversions.at(-1)?.id ?? '');
  const [toID, setTo] = useState(group.conversions[0]?.id ?? '');
  const units = group.conversions.map(({ id, unit }) => ({ value: id, label: unit.name }));
  const from = group.conversions.find(({ id }) => id === fromID) ?? group.conversions[0];
  const to = group.conversions.find(({ id }) => id === toID) ?? group.conversions[0];
  if (!from || !to) return null;
  return (
    <Group align="end" gap="sm">
      <NumberInput
        label="Amount"
        value={amount}
        onChange={(value) => setAmount(typeof value === 'number' ? value : 0)}
        decimalScale={6}
        max={999_999_999}
        min={0}
        w={140}
        hideControls
      />
      <Select
        label="From"
        data={units}
        value={from.id}
        onChange={(id) => setFrom(id ?? fromID)}
        allowDeselect={false}
        w={150}
      />
      <Select
        label="To"
        data={units}
        value={to.id}
        onChange={(id) => setTo(id ?? toID)}
        allowDeselect={false}
        w={150}
      />
      <Text fw={600} pb={6} aria-live="polite">
        = {converted(amount, ratioOfFactor(from.factor), ratioOfFactor(to.factor))} {to.unit.name}
      </Text>
    </Group>
  );
}
