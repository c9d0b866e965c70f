import {
  DateField,
  ErrorState,
  FormRow,
  FormScreen,
  FormSection,
  LoadingState,
  NoteField,
  RecordSelect,
  SelectField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import type { z } from 'zod';
import {
  type createProductBody,
  type Item,
  listCategories,
  listProductGroups,
  listProductLines,
  listProductVariations,
  listProperties,
  type updateProductBody,
} from '../../../contracts/index.ts';
import { productLineSource } from '../../record-sources.ts';
import { productTypeOptions } from '../product/product-text.tsx';
import { AttributesField } from './attributes-field.tsx';
import { type ItemKind, itemReads, useItemKind } from './item-kinds.ts';
import { categorySources, productGroupSource } from './item-sources.ts';
import { StockFields } from './stock-fields.tsx';
import { ItemUnitFields } from './unit-fields.tsx';

const measureOf = (entered: { measure: number; unitID: string } | null) =>
  entered && { measure: entered.measure, unitID: entered.unitID };

const valuesOf = (item: Item) => ({
  sku: item.sku,
  description: item.description,
  manufacturer: item.manufacturer,
  manufacturerPartNumber: item.manufacturerPartNumber,
  notes: item.notes,
  unitValue: item.unitValue.value,
  unitCost: item.unitCost?.value ?? 0,
  unitGroupID: item.unitGroup.id,
  defaultUnitID: item.defaultUnit.id,
  categoryID: item.category?.id ?? null,
  attributeIDs: item.attributes.map(({ id }) => id),
  orderPoint: measureOf(item.orderPoint),
  leadTime: measureOf(item.leadTime),
  startDate: item.startDate,
  endDate: item.endDate,
  ...(item.type === 'product'
    ? {
        productType: item.productType ?? ('sale' as const),
        productLineID: item.productLine?.id ?? null,
        productGroupID: item.productGroup?.id ?? null,
      }
    : {}),
});

function ItemForm({ kind, item }: { kind: ItemKind; item: Item | undefined }) {
  const session = useSession();
  const isProduct = kind.type === 'product';
  const invalidates = [
    ...itemReads,
    listProductLines,
    listProductGroups,
    listProductVariations,
    listCategories,
    listProperties,
  ];
  const create = useEndpointMutation(kind.create, { invalidates });
  const update = useEndpointMutation(kind.update, { invalidates });

  const save = async (
    values: z.output<typeof createProductBody> | z.output<typeof updateProductBody>,
    changes: Partial<z.output<typeof updateProductBody>>,
  ): Promise<string> => {
    if (!item) {
      const created = await create.mutateAsync({ body: values as z.output<typeof createProductBody> });
      toast.success(`${created.sku} created`);
      return `${kind.href}/${created.id}`;
    }
    // The price on the screen is per the unit on the screen: sent along when the unit changes, or the server would
    // convert it.
    const prices =
      'unitGroupID' in changes || 'defaultUnitID' in changes
        ? { unitValue: values.unitValue ?? 0, unitCost: values.unitCost ?? 0 }
        : {};
    const { defaultUnitID, ...rest } = changes;
    const saved = await update.mutateAsync({
      params: { itemID: item.id },
      body: { ...rest, ...(defaultUnitID ? { defaultUnitID } : {}), ...prices, version: item.version },
    });
    toast.success(`${saved.sku} saved`);
    return `${kind.href}/${saved.id}`;
  };

  return (
    <FormScreen
      title={item ? item.sku : `New ${kind.one}`}
      back={item ? { href: `${kind.href}/${item.id}`, label: item.sku } : { href: kind.href, label: kind.many }}
      schema={item ? kind.updateBody : kind.createBody}
      values={item ? valuesOf(item) : { sku: '', ...(isProduct ? { productType: 'sale' as const } : {}) }}
      canSave={session.can(`${kind.code}:${item ? 'update' : 'create'}`)}
      onSave={save}
    >
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
    </FormScreen>
  );
}

export function ItemFormScreen() {
  const { itemID } = useParams();
  const kind = useItemKind();
  const item = useEndpoint(kind.get, { params: { itemID: itemID ?? '' } }, { enabled: Boolean(itemID) });
  if (itemID && !item.data)
    return item.error ? (
      <ErrorState error={item.error} onRetry={() => void item.refetch()} what={kind.one} />
    ) : (
      <LoadingState lines={10} />
    );
  return <ItemForm key={`${kind.code} ${itemID ?? ''}`} kind={kind} item={item.data} />;
}
