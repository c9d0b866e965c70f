import { Button, NumberInput, Text, TextInput } from '@mantine/core';
import { Icon } from '@millwright/core/browser';
import { useState } from 'react';
import type { ShippingCase, UpdateShippingCaseInput } from '../../../../contracts/index.ts';
import { labelStates } from '../../../../contracts/index.ts';
import { printCarrierLabel, printCaseLabel } from '../shipment-papers.ts';
import { labelText } from './label-tasks.tsx';
import classes from './packing-station.module.css';

type Typed = string | number;

/** The typed number if it is above 0; null for an empty field, undefined for invalid text. */
const entered = (typed: Typed): number | null | undefined => {
  if (typed === '') return null;
  const value = Number(typed);
  return Number.isFinite(value) && value > 0 ? value : undefined;
};

const sizes = ['length', 'width', 'height'] as const;
type Size = (typeof sizes)[number];
const sizeLabels: Record<Size, string> = { length: 'Length', width: 'Width', height: 'Height' };

interface Parts {
  shippingCase: ShippingCase;
  isCurrent: boolean;
  isOnly: boolean;
  onFocus(): void;
  onChange(changes: UpdateShippingCaseInput): Promise<boolean>;
  onRemove(): void;
  /** Called on Enter in the weight field: the case is finished. */
  onDone(): void;
}

/** A case at the packing station: its contents, weight, freight and tracking number. */
export function PackingCase({ shippingCase, isCurrent, isOnly, onFocus, onChange, onRemove, onDone }: Parts) {
  const [weight, setWeight] = useState<Typed>(shippingCase.freightWeight ?? '');
  const [freight, setFreight] = useState<Typed>(shippingCase.freightAmount ?? '');
  const [tracking, setTracking] = useState(shippingCase.trackingNumber ?? '');
  const [size, setSize] = useState<Record<Size, Typed>>({
    length: shippingCase.length ?? '',
    width: shippingCase.width ?? '',
    height: shippingCase.height ?? '',
  });
  const { number, contents, estimatedWeight, label } = shippingCase;
  // Weight and tracking number are printed on the label, so they cannot change any more.
  const isLabelled = label !== null && !labelStates.is.failed(label.status);
  const weightError = entered(weight) === undefined ? 'Must be above 0' : undefined;

  const saveWeight = async () => {
    const freightWeight = entered(weight);
    if (freightWeight === undefined || freightWeight === shippingCase.freightWeight) return;
    await onChange({ freightWeight });
  };
  const saveSize = async (name: Size) => {
    const measure = entered(size[name]);
    if (measure !== undefined && measure !== shippingCase[name]) await onChange({ [name]: measure });
  };
  const saveFreight = async () => {
    const freightAmount = freight === '' ? null : Number(freight);
    if (freightAmount !== shippingCase.freightAmount) await onChange({ freightAmount });
  };
  const saveTracking = async () => {
    if (tracking.trim() !== (shippingCase.trackingNumber ?? '')) await onChange({ trackingNumber: tracking.trim() });
  };

  return (
    <li className={classes['case']} aria-current={isCurrent} aria-label={`Case ${number}`} onFocus={onFocus}>
      <div className={classes['head']}>
        <Button variant={isCurrent ? 'filled' : 'default'} size="compact-md" onClick={onFocus}>
          Case {number}
        </Button>
        <span>
          {labelStates.is.bought(label?.status) && (
            <Button size="compact-sm" variant="subtle" onClick={() => printCarrierLabel(shippingCase.id)}>
              Carrier label
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => printCaseLabel(shippingCase.id)}>
            Label
          </Button>
          {contents.length === 0 && !isOnly && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Take case ${number} away`}
              onClick={onRemove}
            >
              <Icon name="trash" />
            </Button>
          )}
        </span>
      </div>
      <ul className={classes['contents']}>
        {contents.length === 0 && <li>Empty: scan goods into it</li>}
        {contents.map(({ shipmentLineID, sku, lotNumber, quantity }) => (
          <li key={shipmentLineID} className={classes['content']}>
            <span>{lotNumber ? `${sku}, lot ${lotNumber}` : sku}</span>
            <span>
              {quantity.measure} {quantity.unit}
            </span>
          </li>
        ))}
      </ul>
      {labelText(label) && (
        <Text size="sm" role="status" c={labelStates.is.failed(label?.status) ? 'red' : 'dimmed'}>
          {labelText(label)}
        </Text>
      )}
      <div className={classes['fields']}>
        <NumberInput
          label="Weight"
          suffix=" lb"
          placeholder={`about ${estimatedWeight}`}
          value={weight}
          error={weightError}
          data-packing-weight={shippingCase.id}
          disabled={isLabelled}
          onChange={setWeight}
          onBlur={() => void saveWeight()}
          onKeyDown={(event) => {
            // Moves the focus to the next case; losing the focus saves the weight.
            if (event.key === 'Enter' && weightError === undefined) onDone();
          }}
          hideControls
        />
        <NumberInput
          label="Freight"
          value={freight}
          min={0}
          decimalScale={2}
          onChange={setFreight}
          onBlur={() => void saveFreight()}
          hideControls
        />
      </div>
      <div className={classes['sizes']}>
        {sizes.map((name) => (
          <NumberInput
            key={name}
            label={sizeLabels[name]}
            suffix=" in"
            value={size[name]}
            error={entered(size[name]) === undefined ? 'Must be above 0' : undefined}
            onChange={(value) => setSize((before) => ({ ...before, [name]: value }))}
            onBlur={() => void saveSize(name)}
            disabled={isLabelled}
            hideControls
          />
        ))}
      </div>
      <TextInput
        label="Tracking number"
        value={tracking}
        onChange={(event) => setTracking(event.currentTarget.value)}
        onBlur={() => void saveTracking()}
        disabled={isLabelled}
      />
    </li>
  );
}
