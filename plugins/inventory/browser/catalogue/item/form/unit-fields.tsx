import { FormRow, MoneyField, RecordSelect, SelectField, type UnitChoice, useEndpoint } from '@millwright/core/browser';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getCategory, getProductLine, getUnitGroup, listUnitGroups } from '../../../../contracts/index.ts';
import { unitGroupSource } from '../../../record-sources.ts';

const factorText = ({ numerator, denominator }: { numerator: string; denominator: string }): string =>
  denominator === '1' ? numerator : `${numerator}/${denominator}`;

/** The unit group of the form: the chosen one, or that of the product line, of the category, or `Count`. */
export function useChosenUnits(isNew: boolean) {
  const [unitGroupID, productLineID, categoryID, defaultUnitID] = useWatch({
    name: ['unitGroupID', 'productLineID', 'categoryID', 'defaultUnitID'],
  }) as (string | null | undefined)[];
  const isOpen = isNew && !unitGroupID;
  const line = useEndpoint(
    getProductLine,
    { params: { productLineID: productLineID ?? '' } },
    { enabled: isOpen && Boolean(productLineID) },
  );
  const category = useEndpoint(
    getCategory,
    { params: { categoryID: categoryID ?? '' } },
    { enabled: isOpen && Boolean(categoryID) },
  );
  const count = useEndpoint(listUnitGroups, { query: { query: 'Count', take: 1 } }, { enabled: isOpen });
  const effectiveID =
    unitGroupID ||
    (productLineID && line.data?.unitGroup?.id) ||
    (categoryID && category.data?.unitGroup?.id) ||
    count.data?.items[0]?.id ||
    '';
  const group = useEndpoint(getUnitGroup, { params: { unitGroupID: effectiveID } }, { enabled: effectiveID !== '' });
  const units = group.data?.conversions ?? [];
  const chosen = units.find(({ unit }) => unit.id === defaultUnitID) ?? units.find(({ isBase }) => isBase);
  return { group: group.data, units, chosen, isInherited: !unitGroupID };
}

/** The units of the group Time, for lead times. */
export function useTimeUnits(): { units: readonly UnitChoice[]; dayID: string | undefined } {
  const found = useEndpoint(listUnitGroups, { query: { query: 'Time', take: 10 } }, { staleTime: 300_000 });
  const id = found.data?.items.find(({ name }) => name === 'Time')?.id ?? '';
  const group = useEndpoint(getUnitGroup, { params: { unitGroupID: id } }, { enabled: id !== '', staleTime: 300_000 });
  const units = (group.data?.conversions ?? []).map(({ unit }) => unit);
  return { units, dayID: units.find(({ name }) => name === 'day')?.id };
}

/** Unit group, default unit, and price and cost per default unit. */
export function ItemUnitFields({ isNew }: { isNew: boolean }) {
  const { setValue } = useFormContext();
  const defaultUnitID = useWatch({ name: 'defaultUnitID' }) as string | null | undefined;
  const { group, units, chosen, isInherited } = useChosenUnits(isNew);
  const isMisfit =
    group !== undefined && Boolean(defaultUnitID) && !units.some(({ unit }) => unit.id === defaultUnitID);
  useEffect(() => {
    if (isMisfit) setValue('defaultUnitID', null, { shouldDirty: true });
  }, [isMisfit, setValue]);
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
          placeholder={group && isInherited ? group.name : 'Count'}
        />
        <SelectField
          name="defaultUnitID"
          label="Default unit"
          options={units.map(({ unit, isBase, factor }) => ({
            value: unit.id,
            label: isBase || !group ? unit.name : `${unit.name} (${factorText(factor)} ${group.baseUnit.name})`,
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
