import type { StorageLocationSummary } from '../../../contracts/index.ts';
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
  unitID: string;
  units: readonly MoveUnit[];
  lotNumber: string;
  owner: StockOwner;
  from: Pick<StorageLocationSummary, 'id' | 'fullName'>;
  to: Pick<StorageLocationSummary, 'id' | 'fullName'>;
}

const isSame = (left: MoveLine, right: Omit<MoveLine, 'key' | 'quantity'>): boolean =>
  left.itemID === right.itemID &&
  left.unitID === right.unitID &&
  left.lotNumber === right.lotNumber &&
  left.owner?.id === right.owner?.id &&
  left.from.id === right.from.id &&
  left.to.id === right.to.id;

/** One more of what was scanned: of the line that has it already, else of a new one at the end. */
export function withOneMore(
  lines: readonly MoveLine[],
  scanned: Omit<MoveLine, 'key' | 'quantity'>,
  newKey: () => string,
): MoveLine[] {
  const known = lines.find((line) => isSame(line, scanned));
  if (!known) return [...lines, { ...scanned, key: newKey(), quantity: 1 }];
  return lines.map((line) => (line === known ? { ...line, quantity: (Number(line.quantity) || 0) + 1 } : line));
}

/** The lines as the call takes them; a line without lot moves any, the oldest first. */
export const movesOf = (lines: readonly MoveLine[]) =>
  lines.map((line) => ({
    itemID: line.itemID,
    quantity: { measure: Number(line.quantity), unitID: line.unitID },
    fromStorageLocationID: line.from.id,
    toStorageLocationID: line.to.id,
    ...(line.lotNumber.trim() ? { lotNumber: line.lotNumber } : {}),
    ...(line.owner ? { customerID: line.owner.id } : {}),
  }));

/** What keeps the lines from being moved, in words; undefined where nothing does. */
export function moveObstacle(lines: readonly MoveLine[]): string | undefined {
  if (lines.length === 0) return 'Scan or choose an item first';
  const open = lines.find(({ quantity }) => quantity === '' || quantity <= 0);
  if (open) return `Enter the quantity of ${open.sku}`;
  const still = lines.find(({ from, to }) => from.id === to.id);
  return still && `${still.sku} is to move to the place it lies in`;
}
