import { Button, Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Batch } from '../../contracts/index.ts';
import classes from './station.module.css';
import type { StationCount } from './use-station.ts';

const fields = [
  { name: 'firsts', label: 'Firsts' },
  { name: 'seconds', label: 'Seconds' },
  { name: 'waste', label: 'Waste' },
] as const;
type Field = (typeof fields)[number]['name'];
const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0', 'Clear'] as const;

const numberOf = (text: string): number => (text === '' || text === '.' ? 0 : Number(text));

/** Counts off a batch by touch or keys; the counted quantities may not exceed the batch. */
export function QuantityPad({
  batch,
  onCount,
  onClose,
}: {
  batch: Batch;
  onCount(counted: StationCount): void;
  onClose(): void;
}) {
  const { measure, unit } = batch.quantity;
  const [texts, setTexts] = useState<Record<Field, string>>({ firsts: String(measure), seconds: '', waste: '' });
  const [at, setAt] = useState<Field>('firsts');
  const [isFresh, setFresh] = useState(true);
  const [closeBatch, setCloseBatch] = useState(false);
  const counted = {
    firsts: numberOf(texts.firsts),
    seconds: numberOf(texts.seconds),
    waste: numberOf(texts.waste),
  };
  const sum = Math.round((counted.firsts + counted.seconds + counted.waste) * 1e6) / 1e6;
  const left = Math.round((measure - sum) * 1e6) / 1e6;
  const isRight = Object.values(counted).every(Number.isFinite) && sum > 0 && left >= 0;
  const write = (field: Field, text: string): void => {
    if (!/^\d{0,9}\.?\d{0,6}$/.test(text)) return;
    // Seconds and waste reduce the firsts, until the person enters the firsts.
    const lost =
      (field === 'seconds' ? numberOf(text) : counted.seconds) + (field === 'waste' ? numberOf(text) : counted.waste);
    const follows = field !== 'firsts' && left === 0;
    setTexts({
      ...texts,
      [field]: text,
      ...(follows ? { firsts: String(Math.max(0, Math.round((measure - lost) * 1e6) / 1e6)) } : {}),
    });
    setFresh(false);
  };
  const press = (key: (typeof keys)[number]): void => write(at, key === 'Clear' ? '' : isFresh ? key : texts[at] + key);
  return (
    <Modal opened onClose={onClose} title={`Count off ${batch.number}`} size="lg" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight) onCount({ ...counted, closeBatch });
        }}
      >
        <div className={classes['counts']}>
          {fields.map(({ name, label }) => (
            <label key={name} data-current={name === at || undefined}>
              {label}
              <input
                inputMode="decimal"
                value={texts[name]}
                data-autofocus={name === 'firsts' || undefined}
                onFocus={(event) => {
                  setAt(name);
                  setFresh(true);
                  event.currentTarget.select();
                }}
                onChange={(event) => write(name, event.currentTarget.value.replace(',', '.'))}
              />
            </label>
          ))}
        </div>
        <p role="status" className={classes['sum']} data-wrong={!isRight || undefined}>
          {left < 0
            ? `That is ${sum}, but there are ${measure} ${unit}`
            : left === 0
              ? `All ${measure} ${unit}`
              : `${left} ${unit} ${closeBatch ? 'count as waste' : 'stay here'}`}
        </p>
        <div className={classes['pad']}>
          {keys.map((key) => (
            <Button key={key} variant="default" size="xl" tabIndex={-1} onClick={() => press(key)}>
              {key}
            </Button>
          ))}
        </div>
        <Switch
          my="md"
          size="lg"
          label="Nothing is left: close the rest"
          checked={closeBatch}
          onChange={(event) => setCloseBatch(event.currentTarget.checked)}
        />
        <Button type="submit" size="xl" fullWidth disabled={!isRight}>
          Count off
        </Button>
      </form>
    </Modal>
  );
}
