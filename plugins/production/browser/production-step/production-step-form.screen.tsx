import { Select } from '@mantine/core';
import {
  FormRow,
  FormSection,
  LineTable,
  MeasureField,
  MoneyField,
  NoteField,
  NumberField,
  type Option,
  RecordForm,
  RecordSelect,
  SelectField,
  SwitchField,
  TextField,
  useClient,
  useEndpoint,
  useSession,
} from '@millwright/core/browser';
import { getItem, listUnits } from '@millwright/inventory/contracts';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { laborTimeUnits, type ProductionStep, productionSteps } from '../../contracts/index.ts';
import { itemSource, machineSource, stationSource } from '../record-sources.ts';

const stockings = [
  { value: 'default', label: 'As it is used' },
  { value: 'stocked', label: 'Into stock' },
  { value: 'flowing', label: 'On to the next step' },
];

/** Units of time, the smallest first; only those of the stored step if the person may not read units. */
function useTimeUnits(step: ProductionStep | undefined) {
  const { can } = useSession();
  const units = useEndpoint(listUnits, { query: { take: 500 } }, { enabled: can('units:read') });
  const laborUnits = step?.laborTime ? [{ id: step.laborTime.unitID, name: step.laborTime.unit }] : [];
  const known = Object.keys(laborTimeUnits).flatMap(
    (name) => units.data?.items.find((unit) => unit.name === name) ?? [],
  );
  return known.length ? known : laborUnits;
}

/** The amount in the unit in which it was entered. */
const amountOf = ({ item, quantity }: Pick<ProductionStep['production'], 'item' | 'quantity'>) => ({
  itemID: item.id,
  measure: quantity.measure,
  unitID: quantity.unitID,
});

interface ConsumptionLine extends Record<string, unknown> {
  itemID: string;
  measure: number | null;
  unitID?: string | undefined;
  instructions?: string | null | undefined;
}

/** Units of the chosen items; for a stored step, the unit of each amount comes first. */
function useItemUnits(step: ProductionStep | undefined) {
  const client = useClient();
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly Option[]>>>({});
  const entered = [...(step ? [step.production, ...step.consumptions] : [])].map(({ item, quantity }) => [
    item.id,
    [{ value: quantity.unitID, label: quantity.unit }],
  ]);
  const units = { ...Object.fromEntries(entered), ...chosen } as Record<string, readonly Option[]>;
  return {
    unitsOf: (itemID: unknown): readonly Option[] => units[String(itemID)] ?? [],
    /** Answers the default unit of an item that was just chosen. */
    async pick(itemID: string): Promise<string> {
      const item = await client.call(getItem, { params: { itemID } });
      const unitOptions = item.units.map(({ unit }) => ({ value: unit.id, label: unit.name }));
      setChosen((before) => ({ ...before, [itemID]: unitOptions }));
      return item.defaultUnit.id;
    },
  };
}

function ProductionFields({ units, isNew }: { units: ReturnType<typeof useItemUnits>; isNew: boolean }) {
  const { setValue } = useFormContext();
  const itemID: unknown = useWatch({ name: 'production.itemID' });
  return (
    <>
      <TextField name="name" label="Name" required autoFocus={isNew} />
      <FormRow>
        <RecordSelect
          name="production.itemID"
          label="Makes"
          source={itemSource}
          required
          onPick={async (option) => {
            if (option) setValue('production.unitID', await units.pick(option.value), { shouldDirty: true });
          }}
        />
        <NumberField name="production.measure" label="Quantity" min={0} required />
        <SelectField
          name="production.unitID"
          label="Unit"
          options={units.unitsOf(itemID)}
          disabled={units.unitsOf(itemID).length === 0}
        />
      </FormRow>
      <NoteField name="notes" label="Notes" />
    </>
  );
}

/** Whether the step's product goes into stock; the form value is true, false or null. */
function StockingField() {
  const { setValue } = useFormContext();
  const stocking: unknown = useWatch({ name: 'stocking' });
  const value = stocking === true ? 'stocked' : stocking === false ? 'flowing' : 'default';
  return (
    <Select
      label="What it makes goes"
      description="What is sold, or used up by several steps, goes into stock unless you say otherwise"
      data={stockings}
      value={value}
      allowDeselect={false}
      onChange={(next) => setValue('stocking', next === 'default' ? null : next === 'stocked', { shouldDirty: true })}
    />
  );
}

function StepSections({ step }: { step: ProductionStep | undefined }) {
  const session = useSession();
  const units = useItemUnits(step);
  const timeUnits = useTimeUnits(step);
  return (
    <>
      <FormSection title="Production step">
        <ProductionFields units={units} isNew={!step} />
      </FormSection>
      <FormSection wide title="Uses up" description="For the quantity above; each item once.">
        <LineTable<ConsumptionLine>
          name="consumptions"
          addLabel="Add item"
          newLine={() => ({ itemID: '', measure: null })}
          columns={[
            {
              kind: 'record',
              id: 'itemID',
              header: 'Item',
              source: itemSource,
              width: 220,
              onPick: async (option) => (option ? { unitID: await units.pick(option.value) } : { unitID: undefined }),
            },
            { kind: 'number', id: 'measure', header: 'Quantity', width: 120 },
            { kind: 'select', id: 'unitID', header: 'Unit', width: 120, options: (line) => units.unitsOf(line.itemID) },
            { kind: 'text', id: 'instructions', header: 'Instructions' },
          ]}
        />
      </FormSection>
      <FormSection title="Time and rates" description="Without them nobody can say what the labour costs.">
        <FormRow>
          <MeasureField
            name="laborTime"
            label="Labour time"
            units={timeUnits}
            defaultUnitID={timeUnits.find(({ name }) => name === 'hr')?.id}
          />
          <MoneyField name="laborRate" label="Labour rate an hour" unitPrice min={0} />
          <MoneyField name="overheadRate" label="Overhead rate an hour" unitPrice min={0} />
        </FormRow>
        <FormRow>
          <NumberField name="levelingFactor" label="Leveling factor" description="0.1 is ten percent" min={0} />
          <NumberField name="allowances" label="Allowances" description="For rest and delay, as a share" min={0} />
        </FormRow>
        {session.can('machines:read') && (
          <RecordSelect name="machineIDs" label="Machines" source={machineSource} multiple />
        )}
      </FormSection>
      <FormSection title="Flow" description="Where what it makes goes, and which of several steps is the usual one.">
        <StockingField />
        <FormRow>
          {session.can('scanning_stations:read') && (
            <RecordSelect
              name="scanningStationID"
              label="Scanning station"
              description="Where it is done; another choice takes it from all others"
              source={stationSource}
              clearable
            />
          )}
          <RecordSelect
            name="secondsItemID"
            label="Seconds become"
            description="Otherwise pieces of second quality wait in quarantine"
            source={itemSource}
            clearable
          />
        </FormRow>
        <SwitchField name="isPreferred" label="Preferred among the steps that make this item" />
      </FormSection>
    </>
  );
}

export function ProductionStepFormScreen() {
  return (
    <RecordForm
      record={productionSteps}
      blank={{ name: '', consumptions: [], machineIDs: [] }}
      values={(step) => ({
        production: amountOf(step.production),
        consumptions: step.consumptions.map((own) => ({ ...amountOf(own), instructions: own.instructions })),
        laborTime: step.laborTime && { measure: step.laborTime.measure, unitID: step.laborTime.unitID },
        laborRate: step.laborRate?.value ?? null,
        overheadRate: step.overheadRate?.value ?? null,
      })}
    >
      {(step) => <StepSections step={step} />}
    </RecordForm>
  );
}
