import {
  DateField,
  FormRow,
  FormSection,
  NoteField,
  RecordForm,
  RecordSelect,
  SelectField,
  TextField,
  useSession,
} from '@millwright/core/browser';
import type { Item } from '../../../contracts/index.ts';
import { productLineSource } from '../../record-sources.ts';
import { productTypeOptions } from '../product/product-text.tsx';
import { AttributesField } from './attributes-field.tsx';
import { type ItemKind, useItemKind } from './item-kinds.ts';
import { categorySources, productGroupSource } from './item-sources.ts';
import { StockFields } from './stock-fields.tsx';
import { ItemUnitFields } from './unit-fields.tsx';

const measureOf = (entered: { measure: number; unitID: string } | null) =>
  entered && { measure: entered.measure, unitID: entered.unitID };

function ItemSections({ kind, item }: { kind: ItemKind; item: Item | undefined }) {
  const session = useSession();
  const isProduct = kind.type === 'product';
  return (
    <>
      <FormSection title={kind.title} description="How it appears on documents">
        {isProduct ? (
          <FormRow>
            <TextField name="sku" label="SKU" required autoFocus={!item} />
            <SelectField name="productType" label="Type" options={productTypeOptions} required />
          </FormRow>
        ) : (
          <TextField name="sku" label="SKU" required autoFocus={!item} />
        )}
        <TextField name="description" label="Description" />
        {isProduct && (
          <FormRow>
            <RecordSelect name="productLineID" label="Product line" source={productLineSource} clearable />
            {session.can('product_groups:read') && (
              <RecordSelect name="productGroupID" label="Product group" source={productGroupSource} clearable />
            )}
          </FormRow>
        )}
      </FormSection>
      {session.can('categories:read') && (
        <FormSection title="Category and attributes" description="What sorts and describes it">
          <RecordSelect name="categoryID" label="Category" source={categorySources[kind.categoryType]} clearable />
          <AttributesField known={item?.attributes ?? []} />
        </FormSection>
      )}
      <FormSection
        title="Units and prices"
        description="Prices are per default unit; orders and stock may use any unit of the group"
      >
        <ItemUnitFields isNew={!item} />
      </FormSection>
      <FormSection title="Replenishment" description="When more is needed, and how long it takes">
        <StockFields item={item} />
      </FormSection>
      <FormSection title="Manufacturer">
        <FormRow>
          <TextField name="manufacturer" label="Manufacturer" />
          <TextField name="manufacturerPartNumber" label="Part number" />
        </FormRow>
      </FormSection>
      <FormSection title={isProduct ? 'Sold' : 'Used'} description="First and last day; empty is open">
        <FormRow>
          <DateField name="startDate" label="From" />
          <DateField name="endDate" label="Until" />
        </FormRow>
      </FormSection>
      <FormSection title="Notes">
        <NoteField name="notes" label="Notes" description="For colleagues only" />
      </FormSection>
    </>
  );
}

export function ItemFormScreen() {
  const kind = useItemKind();
  const { one, many, href: home, list, get, create, update, createBody, updateBody } = kind;
  return (
    <RecordForm
      key={kind.code}
      record={{ words: [one, many], home, list, get, create, update, createBody, updateBody }}
      name={({ sku }) => sku}
      savedText={({ sku }, isNew) => `${sku} ${isNew ? 'created' : 'saved'}`}
      blank={{ sku: '', ...(kind.type === 'product' ? { productType: 'sale' } : {}) }}
      values={({ unitValue, unitCost, orderPoint, leadTime, ...item }) => ({
        unitValue: unitValue.value,
        unitCost: unitCost?.value ?? 0,
        orderPoint: measureOf(orderPoint),
        leadTime: measureOf(leadTime),
        ...(item.type === 'product' ? { productType: item.productType ?? 'sale' } : {}),
      })}
      save={(send, values, { changes, found }) => {
        if (!found) return send(values);
        // The price on the screen is per the unit on the screen: sent along when the unit changes, or the server would
        // convert it.
        const prices =
          'unitGroupID' in changes || 'defaultUnitID' in changes
            ? { unitValue: values.unitValue ?? 0, unitCost: values.unitCost ?? 0 }
            : {};
        const { defaultUnitID, ...rest } = changes;
        return send({ ...rest, ...(defaultUnitID ? { defaultUnitID } : {}), ...prices });
      }}
    >
      {(item) => <ItemSections kind={kind} item={item} />}
    </RecordForm>
  );
}
