import { useState } from 'preact/hooks';
import { WidgetSelectField } from '../sdk/field.tsx';
import { moneyFormat } from '../sdk/format.ts';
import { availabilityText } from '../shop/words.ts';
import type { Shown } from './product-groups.ts';

/** A product, or the chosen one of its variations. */
export function ProductCard(props: {
  group: readonly Shown[];
  language: string | undefined;
  currency: string;
  /** Undefined for visitors who cannot order. */
  onAdd: ((productID: string, sku: string, quantity: number, unitID: string) => Promise<void>) | undefined;
  isBusy: boolean;
}) {
  const { group, language, currency, onAdd, isBusy } = props;
  const [chosenID, setChosen] = useState('');
  const [unitID, setUnit] = useState('');
  const [quantity, setQuantity] = useState('1');
  const product = group.find(({ id }) => id === chosenID) ?? (group[0] as Shown);
  const { id, sku, description, category, productLine, units = [], availability } = product;
  const unit = units.find((each) => each.unitID === unitID) ?? units.find(({ isDefault }) => isDefault);
  const price = unit?.unitPrice ?? product.unitPrice;
  const kind = [...new Set([productLine, category?.name])].filter(Boolean).join(' · ');
  const isNumber = Number(quantity) > 0;
  return (
    <li class="product" part="product">
      <div class="stack">
        <div>
          <h3>{description}</h3>
          <p class="muted hint">{sku}</p>
          {kind && <p class="muted hint">{kind}</p>}
        </div>
        {group.length > 1 && (
          <WidgetSelectField
            name="variation"
            label={`Variations of ${group[0]?.description}`}
            isLabelHidden
            value={id}
            onChange={setChosen}
            choices={group.map((each) => ({ value: each.id, label: each.variation?.attributes || each.sku }))}
          />
        )}
        {group.length === 1 && product.variation?.attributes && <p class="hint">{product.variation.attributes}</p>}
      </div>
      <div class="stack">
        {price !== null && (
          <p>
            <span class="price">{moneyFormat(language, price, currency)}</span>{' '}
            <span class="muted hint">per {unit?.unit ?? product.unit.name}</span>
          </p>
        )}
        {availability && <p class="hint">{availabilityText(language, availability)}</p>}
        {onAdd && unit && (
          <form
            class="row"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (isNumber && !isBusy) void onAdd(id, sku, Number(quantity), unit.unitID);
            }}
          >
            <input
              class="quantity"
              part="input"
              type="number"
              min="0"
              step="any"
              aria-label={`Quantity of ${sku}`}
              aria-invalid={isNumber ? undefined : 'true'}
              value={quantity}
              onInput={(event) => setQuantity(event.currentTarget.value)}
            />
            {units.length > 1 && (
              <select
                class="unit"
                part="input"
                aria-label={`Unit of ${sku}`}
                value={unit.unitID}
                onChange={(event) => setUnit(event.currentTarget.value)}
              >
                {units.map((each) => (
                  <option key={each.unitID} value={each.unitID}>
                    {each.unit}
                  </option>
                ))}
              </select>
            )}
            <button type="submit" part="button" aria-label={`Add ${sku}`} aria-disabled={isBusy || !isNumber}>
              Add
            </button>
          </form>
        )}
      </div>
    </li>
  );
}
