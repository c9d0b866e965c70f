import {
  FormRow,
  FormSection,
  RecordFields,
  RecordForm,
  SelectField,
  TextField,
  useSession,
} from '@millwright/core/browser';
import { type Item, itemFields } from '../../../../contracts/index.ts';
import { productTypeOptions } from '../../product/product-text.tsx';
import { type ItemKind, useItemKind } from '../item-kinds.ts';
import { itemReferenceSources } from '../item-sources.ts';
import { StockFields } from '../stock/stock-fields.tsx';
import { AttributesField } from './attributes-field.tsx';
import { ItemUnitFields } from './unit-fields.tsx';

const measureOf = (entered: { measure: number; unitID: string } | null) =>
  entered && { measure: entered.measure, unitID: entered.unitID };

function ItemSections({ kind, item }: { kind: ItemKind; item: Item | undefined }) {
  const session = useSession();
  const isProduct = kind.type === 'product';
  const sources = itemReferenceSources(kind.categoryType);
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
        {isProduct && <RecordFields table={itemFields} section="product" sources={sources} />}
      </FormSection>
      {session.can('categories:read') && (
        <FormSection title="Category and attributes" description="What sorts and describes it">
          <RecordFields table={itemFields} section="category" sources={sources} />
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
        <RecordFields table={itemFields} section="manufacturer" />
      </FormSection>
      <FormSection title={isProduct ? 'Sold' : 'Used'} description="First and last day; empty is open">
        <RecordFields table={itemFields} section="dates" />
      </FormSection>
      <FormSection title="Notes">
        <RecordFields table={itemFields} section="notes" />
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
        // Prices on the screen are per the unit on the screen. They are sent together with a changed unit; otherwise
        // the server would convert the old prices.
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
