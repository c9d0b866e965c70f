import {
  FormDialog,
  FormRow,
  MeasureField,
  MoneyField,
  RecordSelect,
  SwitchField,
  TextField,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import { type ExpectedReceipt, receiveExpectedReceipt, receiveExpectedReceiptBody } from '../../../contracts/index.ts';
import { locationSource } from '../../record-sources.ts';

/** Takes in what was expected, all of it or a part. */
export function ReceiveExpectedDialog({
  receipt,
  opened,
  onClose,
}: {
  receipt: ExpectedReceipt;
  opened: boolean;
  onClose(): void;
}) {
  const receive = useEndpointMutation(receiveExpectedReceipt);
  const { unitID, unit } = receipt.quantity;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Receive ${receipt.item.sku}`}
      saveLabel="Receive"
      schema={receiveExpectedReceiptBody}
      values={{
        quantity: { measure: receipt.open.measure, unitID },
        ...(receipt.unitCost === null ? {} : { unitCost: receipt.unitCost }),
        ...(receipt.storageLocation ? { storageLocationID: receipt.storageLocation.id } : {}),
        isComplete: false,
      }}
      onSave={async (body) => {
        const after = await receive.mutateAsync({
          params: { expectedReceiptID: receipt.id },
          body: receiveExpectedReceiptBody.parse(body),
        });
        toast.success(
          after.isOpen ? `${after.open.measure} ${after.open.unit} are still to come` : `${after.item.sku} is complete`,
        );
      }}
    >
      <MeasureField
        name="quantity"
        label="Quantity"
        units={[{ id: unitID, name: unit }]}
        defaultUnitID={unitID}
        required
        autoFocus
      />
      <FormRow>
        <MoneyField name="unitCost" label="Unit cost" unitPrice description="Of one default unit" />
        <TextField name="lotNumber" label="Lot number" />
      </FormRow>
      <RecordSelect name="storageLocationID" label="Storage location" source={locationSource} clearable />
      <TextField name="reference" label="Came with" description="Delivery note" />
      <SwitchField name="isComplete" label="Nothing more will come" />
    </FormDialog>
  );
}
