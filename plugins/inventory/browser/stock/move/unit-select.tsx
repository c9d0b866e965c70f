import { Select } from '@mantine/core';
import { useEndpoint } from '@millwright/core/browser';
import { useState } from 'react';
import { getItem } from '../../../contracts/index.ts';
import type { MoveUnit } from './move-lines.ts';

/** The unit of a line; the item's other units are loaded when the list opens. */
export function UnitSelect({
  itemID,
  unit,
  label,
  onPick,
}: {
  itemID: string;
  unit: MoveUnit;
  label: string;
  onPick(unit: MoveUnit): void;
}) {
  const [isOpened, setOpened] = useState(false);
  const item = useEndpoint(getItem, { params: { itemID } }, { enabled: isOpened, staleTime: 300_000 });
  const units = item.data?.units.map(({ unit: { id, name } }) => ({ id, name })) ?? [unit];
  return (
    <Select
      aria-label={label}
      data={units.map(({ id, name }) => ({ value: id, label: name }))}
      value={unit.id}
      allowDeselect={false}
      w={110}
      onDropdownOpen={() => setOpened(true)}
      onChange={(id) => {
        const next = units.find((each) => each.id === id);
        if (next) onPick(next);
      }}
    />
  );
}
