import type { LocationStockRow, StorageLocationSummary } from '../../../contracts/index.ts';
import type { StockOwner } from '../../catalogue/item/owner-picker.tsx';

/** A unit to move in. */
export interface MoveUnit {
  id: string;
  name: string;
}

/** What is to be moved of an item, as it is entered. */
export interface MoveLine {
  /** Of the line, not of the item: an item can be moved to two places. */
  key: string;
  itemID: string;
  sku: string;
  description: string;
  quantity: number | '';
  unit: MoveUnit;
  lotNumber: string;
  owner: StockOwner;
  from: MovePlace;
  /** Null until somebody says where it goes. */
  to: MovePlace | null;
  /** The row of the place's stock that it was taken from, and what lies there. */
  lying?: Pick<LocationStockRow, 'id' | 'quantity'>;
}

/** A place as a line names it. */
export type MovePlace = Pick<StorageLocationSummary, 'id' | 'fullName'>;

/** All of what lies there, in the unit it is kept in. */
export const lineOfRow = ({ id, item, quantity, lot, ownerAccount, storageLocation }: LocationStockRow) => ({
  itemID: item.id,
  sku: item.sku,
  description: item.description,
  quantity: quantity.measure,
  unit: { id: quantity.unitID, name: quantity.unit },
  lotNumber: lot?.lotNumber ?? '',
  owner: ownerAccount.isSelf ? null : { id: ownerAccount.id, name: ownerAccount.name },
  from: { id: storageLocation.id, fullName: storageLocation.fullName },
  lying: { id, quantity },
});

const isSame = (left: MoveLine, right: Omit<MoveLine, 'key' | 'quantity'>): boolean =>
  left.itemID === right.itemID &&
  left.unit.id === right.unit.id &&
  left.lotNumber === right.lotNumber &&
  left.owner?.id === right.owner?.id &&
  left.from.id === right.from.id &&
  left.to?.id === right.to?.id;

/** One more of what was scanned: of the line that has it already, else of a new one at the end. */
export function withOneMoreMoved(
  lines: readonly MoveLine[],
  scanned: Omit<MoveLine, 'key' | 'quantity'>,
  newKey: () => string,
): MoveLine[] {
  const known = lines.find((line) => isSame(line, scanned));
  if (!known) return [...lines, { ...scanned, key: newKey(), quantity: 1 }];
  // Of a row that was ticked all goes already.
  if (known.lying) return [...lines];
  return lines.map((line) => (line === known ? { ...line, quantity: (Number(line.quantity) || 0) + 1 } : line));
}

/**
 * The lines as the call takes them. A line without lot moves any, the oldest first; one that was ticked moves just
 * what lies there.
 */
export const movesOf = (lines: readonly MoveLine[]) =>
  lines.map((line) => ({
    itemID: line.itemID,
    quantity: { measure: Number(line.quantity), unitID: line.unit.id },
    fromStorageLocationID: line.from.id,
    toStorageLocationID: line.to?.id ?? '',
    ...(line.lotNumber.trim() ? { lotNumber: line.lotNumber } : line.lying ? { lotNumber: null } : {}),
    ...(line.owner ? { customerID: line.owner.id } : {}),
  }));

/** What keeps the lines from being moved, in words; undefined where nothing does. */
export function moveObstacle(lines: readonly MoveLine[]): string | undefined {
  if (lines.length === 0) return 'Scan or choose an item first';
  const open = lines.find(({ quantity }) => quantity === '' || quantity <= 0);
  if (open) return `Enter the quantity of ${open.sku}`;
  if (lines.some(({ to }) => !to)) return 'Choose where it goes';
  const still = lines.find(({ from, to }) => from.id === to?.id);
  return still && `${still.sku} is to move to the place it lies in`;
}
