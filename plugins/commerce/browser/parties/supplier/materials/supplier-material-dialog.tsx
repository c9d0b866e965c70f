import {
  DateField,
  FormDialog,
  FormRow,
  MoneyField,
  NumberField,
  QuantityField,
  RecordSelect,
  SelectField,
  SwitchField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { getItem } from '@millwright/inventory/contracts';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  createSupplierMaterial,
  createSupplierMaterialBody,
  type SupplierMaterial,
  supplierReference,
  updateSupplierMaterial,
  updateSupplierMaterialBody,
} from '../../../../contracts/index.ts';
import { itemSource, supplierSource } from '../../../sources/record-sources.ts';

const createSchema = createSupplierMaterialBody.extend({ supplierID: supplierReference });

/** Units of the chosen item, and price labels for the chosen unit. */
function useUnits(itemID: string) {
  const item = useEndpoint(getItem, { params: { itemID } }, { enabled: itemID !== '' });
  const unitID: unknown = useWatch({ name: 'unitID' });
  const units = (item.data?.units ?? []).map(({ unit }) => ({ value: unit.id, label: unit.name }));
  const shownUnitID = typeof unitID === 'string' && unitID !== '' ? unitID : item.data?.defaultUnit.id;
  return { units, unit: units.find(({ value }) => value === shownUnitID)?.label, isKnown: item.data !== undefined };
}

function MaterialFields({ itemID, isNew }: { itemID: string; isNew: boolean }) {
  const { units, unit } = useUnits(itemID);
  const per = unit ? ` per ${unit}` : '';
  return (
    <>
      <FormRow>
        <TextField name="supplierPartNumber" label="Supplier part number" autoFocus={!isNew} />
        <TextField name="supplierDescription" label="Supplier description" />
      </FormRow>
      <FormRow>
        <SelectField
          name="unitID"
          label="Unit"
          options={units}
          clearable={isNew}
          disabled={units.length === 0}
          description={isNew ? 'The default unit unless chosen' : 'Amounts follow a new unit'}
        />
        <SwitchField name="isActive" label="Active" description="Still bought there" />
      </FormRow>
      <FormRow>
        <MoneyField name="unitPrice" label={`Price${per}`} unitPrice min={0} />
        <QuantityField name="minimumOrderQuantity" label="Minimum order quantity" {...(unit ? { unit } : {})} />
      </FormRow>
      <FormRow>
        <NumberField name="leadTimeDays" label="Lead time" suffix="days" min={0} decimals={0} />
        <MoneyField name="lastCost" label={`Last cost${per}`} unitPrice min={0} />
        <DateField name="lastPurchasedOn" label="Last purchased" />
      </FormRow>
    </>
  );
}

/** Fields for item and supplier of a new material, unless they are given. */
function NewMaterialFields({ supplierID, itemID }: { supplierID?: string | undefined; itemID?: string | undefined }) {
  const { setValue } = useFormContext();
  const chosen: unknown = useWatch({ name: 'itemID' });
  return (
    <>
      {!supplierID && <RecordSelect name="supplierID" label="Supplier" source={supplierSource} required autoFocus />}
      {!itemID && (
        <RecordSelect
          name="itemID"
          label="Item"
          source={itemSource}
          required
          autoFocus={supplierID !== undefined}
          onPick={() => setValue('unitID', undefined, { shouldDirty: true })}
        />
      )}
      <MaterialFields itemID={typeof chosen === 'string' ? chosen : ''} isNew />
    </>
  );
}

export function NewSupplierMaterialDialog(props: {
  supplierID?: string;
  itemID?: string;
  title: string;
  onClose(): void;
}) {
  const { supplierID, itemID, title, onClose } = props;
  const add = useEndpointMutation(createSupplierMaterial);
  return (
    <FormDialog
      opened
      size="lg"
      onClose={onClose}
      title={title}
      schema={createSchema}
      values={{ supplierID: supplierID ?? '', itemID: itemID ?? '', isActive: true }}
      saveLabel="Add"
      onSave={async ({ supplierID: to, ...body }) => {
        const made = await add.mutateAsync({ params: { supplierID: to }, body });
        toast.success(`${made.item.sku} added to ${made.supplier.name}`);
      }}
    >
      <NewMaterialFields supplierID={supplierID} itemID={itemID} />
    </FormDialog>
  );
}

// The form holds plain numbers in the material's unit; the API accepts these too.
const editSchema = updateSupplierMaterialBody.extend({
  unitPrice: z.number().nullish(),
  lastCost: z.number().nullish(),
  minimumOrderQuantity: z.number().nullish(),
});

export function SupplierMaterialDialog({ material, onClose }: { material: SupplierMaterial; onClose(): void }) {
  const { supplierID, itemID, item, supplier, version } = material;
  const update = useEndpointMutation(updateSupplierMaterial);
  return (
    <FormDialog
      opened
      size="lg"
      onClose={onClose}
      title={`${item.sku} of ${supplier.name}`}
      schema={editSchema}
      values={{
        supplierPartNumber: material.supplierPartNumber,
        supplierDescription: material.supplierDescription,
        isActive: material.isActive,
        unitID: material.unit.id,
        unitPrice: material.unitPrice?.value ?? null,
        leadTimeDays: material.leadTimeDays,
        minimumOrderQuantity: material.minimumOrderQuantity?.measure ?? null,
        lastCost: material.lastCost?.value ?? null,
        lastPurchasedOn: material.lastPurchasedOn,
        version,
      }}
      onSave={async (_, changes) => {
        await update.mutateAsync({ params: { supplierID, itemID }, body: { ...changes, version } });
        toast.success(`${item.sku} saved`);
      }}
    >
      <MaterialFields itemID={itemID} isNew={false} />
    </FormDialog>
  );
}
