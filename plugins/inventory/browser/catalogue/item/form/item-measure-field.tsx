import { type FieldProps, MeasureField, useEndpoint } from '@millwright/core/browser';
import { useWatch } from 'react-hook-form';
import { getItem } from '../../../../contracts/index.ts';

/** A quantity in any unit of the item in the form's `itemID`; disabled without an item. */
export function ItemMeasureField(props: FieldProps) {
  const itemID = useWatch({ name: 'itemID' }) as string | null | undefined;
  const item = useEndpoint(getItem, { params: { itemID: itemID ?? '' } }, { enabled: Boolean(itemID) });
  return (
    <MeasureField
      {...props}
      disabled={props.disabled || !itemID}
      units={item.data?.units.map(({ unit }) => unit) ?? []}
      defaultUnitID={item.data?.defaultUnit.id}
    />
  );
}
