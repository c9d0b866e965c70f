import { Facts, FormRow, MeasureField, Quantity } from '@millwright/core/browser';
import type { Item } from '../../../../contracts/index.ts';
import { useChosenUnits, useTimeUnits } from '../form/unit-fields.tsx';

/** Order point and lead time; the daily use is shown only, because it is computed. */
export function StockFields({ item }: { item: Item | undefined }) {
  const { units, chosen } = useChosenUnits(!item);
  const time = useTimeUnits();
  return (
    <>
      <FormRow>
        <MeasureField
          name="orderPoint"
          label="Order point"
          description="More is needed below it"
          units={units.map(({ unit }) => unit)}
          defaultUnitID={chosen?.unit.id}
        />
        <MeasureField
          name="leadTime"
          label="Lead time"
          description="From order to receipt"
          units={time.units}
          defaultUnitID={time.dayID}
        />
      </FormRow>
      {item?.burnRate && (
        <Facts
          facts={[
            {
              label: 'Burn rate, last 30 days',
              value: <Quantity value={item.burnRate.value} unit={`${item.burnRate.unit} a ${item.burnRate.perUnit}`} />,
            },
          ]}
        />
      )}
    </>
  );
}
