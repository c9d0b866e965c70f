import {
  DateField,
  FormDialog,
  FormRow,
  MeasureField,
  MoneyField,
  NoteField,
  RecordSelect,
  SwitchField,
  TextField,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import {
  createInventoryReceipt,
  createInventoryReceiptBody,
  type Item,
  moveInventory,
  moveInventoryBody,
  revalueItem,
  revalueItemBody,
  updateItemInventory,
  updateItemInventoryBody,
  voidInventoryChanges,
} from '../../../../contracts/index.ts';
import { placeSource } from '../item-sources.ts';
import { chosenLot, lotChoice, lotFieldsOf, lotMissing } from './lot-choice.ts';
import { LotField } from './lot-field.tsx';

/** Place, lot and owner of a row of the stock table, for prefilling a dialog. */
export interface StockPlace {
  storageLocationID: string;
  /** Null means stock without lot. */
  lotNumber: string | null;
  /** Null means the account. */
  customerID: string | null;
}

interface DialogProps {
  item: Item;
  place: StockPlace | null;
  opened: boolean;
  onClose(): void;
}

const unitsOf = (item: Item) => item.units.map(({ unit }) => unit);
const placeOf = (place: StockPlace | null) =>
  place
    ? {
        storageLocationID: place.storageLocationID,
        ...(place.customerID ? { customerID: place.customerID } : {}),
      }
    : {};

const countBody = updateItemInventoryBody
  .extend({ lotChoice })
  .refine((body) => body.lotChoice !== 'one' || body.lotNumber, { path: ['lotNumber'], error: lotMissing });
const revalueBody = revalueItemBody
  .extend({ lotChoice })
  .refine((body) => body.lotChoice !== 'one' || body.lotNumber, { path: ['lotNumber'], error: lotMissing });
const moveBody = moveInventoryBody
  .extend({ lotChoice })
  .refine((body) => body.lotChoice !== 'one' || body.lines[0]?.lotNumber, {
    path: ['lines', 0, 'lotNumber'],
    error: lotMissing,
  });

/** Counts stock, or adds and takes away. */
export function CountDialog({ item, place, opened, onClose }: DialogProps) {
  const update = useEndpointMutation(updateItemInventory);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Count ${item.sku}`}
      saveLabel="Save count"
      schema={countBody}
      values={{ reconcile: true, ...placeOf(place), ...lotFieldsOf(place?.lotNumber) }}
      onSave={async ({ lotChoice: choice, lotNumber, ...counted }) => {
        const body = { ...counted, ...chosenLot(choice, lotNumber) };
        const { onHand } = await update.mutateAsync({ params: { itemID: item.id }, body });
        toast.success(`${item.sku}: ${onHand.measure} ${onHand.unit} on hand`);
      }}
    >
      <MeasureField
        name="inventoryChange"
        label="Quantity"
        units={unitsOf(item)}
        defaultUnitID={item.defaultUnit.id}
        isSigned
        required
        autoFocus
      />
      <SwitchField
        name="reconcile"
        label="This is what lies there"
        description="Off: the quantity is added, and below 0 taken away"
      />
      <RecordSelect
        name="storageLocationID"
        label="Storage location"
        description="Empty: all places; a surplus goes to the default place"
        source={placeSource}
        clearable
      />
      <LotField name="lotNumber" />
      <TextField name="reason" label="Reason" />
    </FormDialog>
  );
}

/** Receives stock with its cost. */
export function ReceiveDialog({ item, place, opened, onClose }: DialogProps) {
  const receive = useEndpointMutation(createInventoryReceipt);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Receive ${item.sku}`}
      saveLabel="Receive"
      schema={createInventoryReceiptBody}
      values={{ itemID: item.id, ...placeOf(place) }}
      onSave={async (body) => {
        const { quantity } = await receive.mutateAsync({ body });
        toast.success(`${quantity.measure} ${quantity.unit} of ${item.sku} received`);
      }}
    >
      <MeasureField
        name="quantity"
        label="Quantity"
        units={unitsOf(item)}
        defaultUnitID={item.defaultUnit.id}
        required
        autoFocus
      />
      <MoneyField
        name="unitCost"
        label="Unit cost"
        description="Of one of the unit beside the quantity; empty: the average of what is there"
        unitPrice
        min={0}
      />
      <RecordSelect
        name="storageLocationID"
        label="Storage location"
        description="Empty: the default place"
        source={placeSource}
        clearable
      />
      <FormRow>
        <TextField name="lotNumber" label="Lot number" />
        <DateField name="receivedAt" label="Received on" />
      </FormRow>
      <TextField name="reference" label="Reference" description="Delivery note, purchase order" />
      <NoteField name="reason" label="Remark" rows={2} />
    </FormDialog>
  );
}

/** Sets the value per unit of the stock on hand. */
export function RevalueDialog({ item, place, opened, onClose }: DialogProps) {
  const revalue = useEndpointMutation(revalueItem);
  const undo = useEndpointMutation(voidInventoryChanges);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Revalue ${item.sku}`}
      saveLabel="Revalue"
      schema={revalueBody}
      values={{ unitCost: null, reason: '', ...lotFieldsOf(place?.lotNumber) }}
      onSave={async ({ lotChoice: choice, lotNumber, ...worth }) => {
        const body = { ...worth, ...chosenLot(choice, lotNumber) };
        const { inventoryChangeLogIDs } = await revalue.mutateAsync({ params: { itemID: item.id }, body });
        if (inventoryChangeLogIDs.length)
          toast.undo(`${item.sku} revalued`, () =>
            undo.mutateAsync({ body: { inventoryChangeLogIDs, reason: 'Undone' } }),
          );
        else toast.success(`${item.sku} was worth that already`);
      }}
    >
      <MoneyField
        name="unitCost"
        label="Unit cost"
        description={`Of one ${item.defaultUnit.name} of what is there; the difference is a cost variance of today`}
        unitPrice
        min={0}
        required
        autoFocus
      />
      <LotField name="lotNumber" />
      <TextField name="reason" label="Reason" required />
    </FormDialog>
  );
}

/** Moves stock to another place with its dates and costs. */
export function MoveStockDialog({ item, place, opened, onClose }: DialogProps) {
  const move = useEndpointMutation(moveInventory);
  const undo = useEndpointMutation(voidInventoryChanges);
  const lots = lotFieldsOf(place?.lotNumber);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Move ${item.sku}`}
      saveLabel="Move"
      schema={moveBody}
      values={{
        lotChoice: lots.lotChoice,
        lines: [
          {
            itemID: item.id,
            quantity: null,
            fromStorageLocationID: place?.storageLocationID ?? '',
            toStorageLocationID: '',
            ...(lots.lotNumber ? { lotNumber: lots.lotNumber } : {}),
            ...(place?.customerID ? { customerID: place.customerID } : {}),
          },
        ],
      }}
      onSave={async ({ lotChoice: choice, lines, ...body }) => {
        const moved = lines.map(({ lotNumber, ...line }) => ({ ...line, ...chosenLot(choice, lotNumber) }));
        const { items } = await move.mutateAsync({ body: { ...body, lines: moved } });
        const inventoryChangeLogIDs = items.map(({ id }) => id);
        toast.undo(`${item.sku} moved`, () => undo.mutateAsync({ body: { inventoryChangeLogIDs, reason: 'Undone' } }));
      }}
    >
      <MeasureField
        name="lines.0.quantity"
        label="Quantity"
        units={unitsOf(item)}
        defaultUnitID={item.defaultUnit.id}
        required
        autoFocus
      />
      <RecordSelect name="lines.0.fromStorageLocationID" label="From" source={placeSource} required />
      <RecordSelect name="lines.0.toStorageLocationID" label="To" source={placeSource} required />
      <LotField name="lines.0.lotNumber" />
      <TextField name="reason" label="Reason" />
    </FormDialog>
  );
}
