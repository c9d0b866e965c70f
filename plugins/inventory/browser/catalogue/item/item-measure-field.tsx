import { type FieldProps, MeasureField, useEndpoint } from '@millwright/core/browser';
import { useWatch } from 'react-hook-form';
import { getItem } from '../../../contracts/index.ts';

/** A quantity of the item that the form's `itemID` names, in any unit of it; disabled until one is chosen. */
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
