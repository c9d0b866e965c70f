import {
  FormRow,
  FormSection,
  LineTable,
  RecordForm,
  RecordSelect,
  SwitchField,
  TextField,
} from '@millwright/core/browser';
import { decimal, toWire } from '@millwright/core/contracts';
import { z } from 'zod';
import {
  createVolumeDiscountBody,
  mostVolumeDiscountTiers,
  updateVolumeDiscountBody,
  volumeDiscounts,
  volumeDiscountTierInput,
} from '../../../contracts/index.ts';
import {
  attributeSource,
  customerGroupSource,
  productCategorySource,
  productLineSource,
  unitSource,
} from '../../sources/record-sources.ts';

/** A tier of the form; the API takes the discount as a fraction instead of percent. */
interface FormTier extends Record<string, unknown> {
  id?: string | null;
  name: string | null;
  threshold: number | null;
  percent: number | null;
}
const newTier = (): FormTier => ({ name: null, threshold: null, percent: null });

const { name, threshold } = volumeDiscountTierInput.shape;
const tiers = z
  .array(
    z.object({
      id: z.string().nullish(),
      name,
      threshold: z.preprocess((value) => value ?? undefined, threshold),
      percent: z
        .number({ error: 'Percent is required' })
        .min(0, { error: 'Must be at least 0' })
        .max(100, { error: 'Must be at most 100' }),
    }),
  )
  .max(mostVolumeDiscountTiers)
  .transform((all) =>
    all.map(({ percent, ...tier }) => ({ ...tier, discountPercentage: toWire(decimal(percent).div('100')) })),
  );
const createSchema = createVolumeDiscountBody.extend({ tiers });
const updateSchema = updateVolumeDiscountBody.extend({ tiers: tiers.optional() });

export function VolumeDiscountFormScreen() {
  return (
    <RecordForm
      record={{ ...volumeDiscounts, createBody: createSchema, updateBody: updateSchema }}
      hasPage={false}
      blank={{
        name: '',
        tiers: [newTier()],
        customerGroupIDs: [],
        productLineIDs: [],
        categoryIDs: [],
        attributeIDs: [],
        acceptableUnitIDs: [],
        appliesToCustomerPrices: true,
      }}
      values={({ tiers: found }) => ({
        tiers: found.map(({ discountPercentage, ...tier }) => ({
          ...tier,
          percent: toWire(decimal(discountPercentage).times('100')),
        })),
      })}
    >
      {(found) => (
        <>
          <FormSection title="Volume discount">
            <TextField name="name" label="Name" required autoFocus={!found} />
            <SwitchField name="appliesToCustomerPrices" label="Off customer prices too" />
          </FormSection>
          <FormSection
            title="Tiers"
            description="All fitting lines together, in the smallest unit; every tier that is reached counts"
          >
            <LineTable<FormTier>
              name="tiers"
              newLine={newTier}
              addLabel="Add tier"
              columns={[
                { kind: 'number', id: 'threshold', header: 'From quantity', width: 140 },
                { kind: 'number', id: 'percent', header: 'Percent off', width: 120 },
                { kind: 'text', id: 'name', header: 'Name', placeholder: 'From quantity' },
              ]}
            />
          </FormSection>
          <FormSection title="Lines that fit" description="Empty fields let everything in">
            <RecordSelect name="customerGroupIDs" label="Customer groups" source={customerGroupSource} multiple />
            <FormRow>
              <RecordSelect name="productLineIDs" label="Product lines" source={productLineSource} multiple />
              <RecordSelect name="categoryIDs" label="Categories" source={productCategorySource} multiple />
            </FormRow>
            <FormRow>
              <RecordSelect name="attributeIDs" label="Attributes" source={attributeSource} multiple />
              <RecordSelect name="acceptableUnitIDs" label="Ordered in units" source={unitSource} multiple />
            </FormRow>
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
