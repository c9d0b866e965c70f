import type { LocationStockRow, StorageLocationSummary } from '../../../contracts/index.ts';
import type { StockOwner } from '../../catalogue/item/stock/owner-picker.tsx';

/** A unit of a move line. */
export interface MoveUnit {
  id: string;
  name: string;
}

/** A line of the move, as entered. */
export interface MoveLine {
  /** Identifies the line, not the item: an item can be moved to two places. */
  key: string;
  itemID: string;
  sku: string;
  description: string;
  quantity: number | '';
  unit: MoveUnit;
  lotNumber: string;
  owner: StockOwner;
  from: MovePlace;
  /** Null until the target place is chosen. */
  to: MovePlace | null;
  /** The row of the source place's stock that the line was made from, and its quantity. */
  lying?: Pick<LocationStockRow, 'id' | 'quantity'>;
}

/** A place of a line. */
export type MovePlace = Pick<StorageLocationSummary, 'id' | 'fullName'>;

/** A line for the whole row, in its stored unit. */
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

/** Adds one of the scanned item: to its line, else as a new line. */
export function withOneMoreMoved(
  lines: readonly MoveLine[],
  scanned: Omit<MoveLine, 'key' | 'quantity'>,
  newKey: () => string,
): MoveLine[] {
  const known = lines.find((line) => isSame(line, scanned));
  if (!known) return [...lines, { ...scanned, key: newKey(), quantity: 1 }];
  // A ticked row already moves completely.
  if (known.lying) return [...lines];
  return lines.map((line) => (line === known ? { ...line, quantity: (Number(line.quantity) || 0) + 1 } : line));
}

/**
 * The lines in the request. A line without lot moves any lot, the oldest first; a line of a ticked row moves that row's
 * lot.
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

/** The reason why the lines cannot be moved yet; undefined if they can. */
export function moveObstacle(lines: readonly MoveLine[]): string | undefined {
  if (lines.length === 0) return 'Scan or choose an item first';
  const open = lines.find(({ quantity }) => quantity === '' || quantity <= 0);
  if (open) return `Enter the quantity of ${open.sku}`;
  if (lines.some(({ to }) => !to)) return 'Choose where it goes';
  const still = lines.find(({ from, to }) => from.id === to?.id);
  return still && `${still.sku} is to move to the place it lies in`;
}
