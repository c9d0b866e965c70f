import {
  DateField,
  ErrorState,
  FormRow,
  FormScreen,
  FormSection,
  LoadingState,
  MoneyField,
  NoteField,
  RecordSelect,
  SelectField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import type { z } from 'zod';
import {
  createProduct,
  createProductBody,
  getProduct,
  getProductLine,
  getUnitGroup,
  listProductLines,
  listProducts,
  listUnitGroups,
  type Product,
  updateProduct,
  updateProductBody,
} from '../../contracts/index.ts';
import { productLineSource, unitGroupSource } from '../record-sources.ts';
import { productTypeOptions } from './product-text.tsx';

const valuesOf = (product: Product) => ({
  sku: product.sku,
  description: product.description,
  productType: product.productType,
  manufacturer: product.manufacturer,
  manufacturerPartNumber: product.manufacturerPartNumber,
  notes: product.notes,
  unitValue: product.unitValue.value,
  unitCost: product.unitCost?.value ?? 0,
  productLineID: product.productLine?.id ?? null,
  unitGroupID: product.unitGroup.id,
  defaultUnitID: product.defaultUnit.id,
  startDate: product.startDate,
  endDate: product.endDate,
});

/** Group and default unit; a product takes the group of its line, else `Count`, unless one is chosen here. */
function UnitFields({ isNew }: { isNew: boolean }) {
  const { setValue } = useFormContext();
  const [unitGroupID, productLineID, defaultUnitID] = useWatch({
    name: ['unitGroupID', 'productLineID', 'defaultUnitID'],
  }) as (string | null | undefined)[];
  const line = useEndpoint(
    getProductLine,
    { params: { productLineID: productLineID ?? '' } },
    { enabled: isNew && Boolean(productLineID) && !unitGroupID },
  );
  const count = useEndpoint(listUnitGroups, { query: { query: 'Count', take: 1 } }, { enabled: isNew && !unitGroupID });
  const lineGroupID = productLineID ? line.data?.unitGroup?.id : undefined;
  const effectiveID = unitGroupID || lineGroupID || count.data?.items[0]?.id || '';
  const group = useEndpoint(getUnitGroup, { params: { unitGroupID: effectiveID } }, { enabled: effectiveID !== '' });
  const units = group.data?.conversions ?? [];
  const isMisfit =
    group.data !== undefined && Boolean(defaultUnitID) && !units.some(({ unit }) => unit.id === defaultUnitID);
  useEffect(() => {
    if (isMisfit) setValue('defaultUnitID', null, { shouldDirty: true });
  }, [isMisfit, setValue]);
  const chosen = units.find(({ unit }) => unit.id === defaultUnitID) ?? units.find(({ isBase }) => isBase);
  const per = chosen ? `per ${chosen.unit.name}` : undefined;
  return (
    <>
      <FormRow>
        <RecordSelect
          name="unitGroupID"
          label="Unit group"
          source={unitGroupSource}
          clearable={isNew}
          required={!isNew}
          placeholder={group.data && !unitGroupID ? group.data.name : 'Count'}
        />
        <SelectField
          name="defaultUnitID"
          label="Default unit"
          options={units.map(({ unit, isBase, factor }) => ({
            value: unit.id,
            label:
              isBase || !group.data ? unit.name : `${unit.name} (${factorText(factor)} ${group.data.baseUnit.name})`,
          }))}
          placeholder={chosen?.unit.name ?? ''}
          clearable={isNew}
        />
      </FormRow>
      <FormRow>
        <MoneyField name="unitValue" label="Price" unitPrice min={0} description={per} />
        <MoneyField name="unitCost" label="Cost" unitPrice min={0} description={per} />
      </FormRow>
    </>
  );
}

const factorText = ({ numerator, denominator }: { numerator: string; denominator: string }): string =>
  denominator === '1' ? numerator : `${numerator}/${denominator}`;

export function ProductFormScreen() {
  const { itemID } = useParams();
  const session = useSession();
  const product = useEndpoint(getProduct, { params: { itemID: itemID ?? '' } }, { enabled: Boolean(itemID) });
  const create = useEndpointMutation(createProduct, { invalidates: [listProducts, listProductLines] });
  const update = useEndpointMutation(updateProduct, { invalidates: [listProducts, getProduct, listProductLines] });
  if (itemID && !product.data)
    return product.error ? (
      <ErrorState error={product.error} onRetry={() => void product.refetch()} what="product" />
    ) : (
      <LoadingState lines={10} />
    );

  const save = async (
    values: z.output<typeof createProductBody> | z.output<typeof updateProductBody>,
    changes: Partial<z.output<typeof updateProductBody>>,
  ): Promise<string> => {
    if (!product.data) {
      const created = await create.mutateAsync({ body: values as z.output<typeof createProductBody> });
      toast.success(`${created.sku} created`);
      return `/dashboard/products/${created.id}`;
    }
    // The price on the screen is per the unit on the screen: sent along when the unit changes, or the server would convert it.
    const prices =
      'unitGroupID' in changes || 'defaultUnitID' in changes
        ? { unitValue: values.unitValue ?? 0, unitCost: values.unitCost ?? 0 }
        : {};
    const { defaultUnitID, ...rest } = changes;
    const saved = await update.mutateAsync({
      params: { itemID: product.data.id },
      body: { ...rest, ...(defaultUnitID ? { defaultUnitID } : {}), ...prices, version: product.data.version },
    });
    toast.success(`${saved.sku} saved`);
    return `/dashboard/products/${saved.id}`;
  };

  return (
    <FormScreen
      title={product.data ? product.data.sku : 'New product'}
      back={
        product.data
          ? { href: `/dashboard/products/${product.data.id}`, label: product.data.sku }
          : { href: '/dashboard/products', label: 'products' }
      }
      schema={product.data ? updateProductBody : createProductBody}
      values={product.data ? valuesOf(product.data) : { sku: '', productType: 'sale' as const }}
      canSave={session.can(product.data ? 'products:update' : 'products:create')}
      onSave={save}
    >
      <FormSection title="Product" description="How it appears on documents">
        <FormRow>
          <TextField name="sku" label="SKU" required autoFocus={!itemID} />
          <SelectField name="productType" label="Type" options={productTypeOptions} required />
        </FormRow>
        <TextField name="description" label="Description" />
        <RecordSelect name="productLineID" label="Product line" source={productLineSource} clearable />
      </FormSection>
      <FormSection
        title="Units and prices"
        description="Prices are per default unit; orders may use any unit of the group"
      >
        <UnitFields isNew={!itemID} />
      </FormSection>
      <FormSection title="Manufacturer">
        <FormRow>
          <TextField name="manufacturer" label="Manufacturer" />
          <TextField name="manufacturerPartNumber" label="Part number" />
        </FormRow>
      </FormSection>
      <FormSection title="Sold" description="First and last day; empty is open">
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
