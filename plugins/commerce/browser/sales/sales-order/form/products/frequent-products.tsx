import { VisuallyHidden } from '@mantine/core';
import { formats, Icon, toast, useEndpoint, useShortcut } from '@millwright/core/browser';
import type { Product } from '@millwright/inventory/contracts';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { type FrequentlyOrderedProduct, listFrequentlyOrderedProducts } from '../../../../../contracts/index.ts';
import { lineOfFrequent, type OrderFormLine, withLine } from '../order-form-values.ts';
import classes from './frequent-products.module.css';

const most = 8;

const usual = ({ usualQuantity: { measure, unit } }: FrequentlyOrderedProduct): string =>
  `${formats().number(measure)} ${unit}`;

/**
 * Products that the customer orders most often. A click, or Alt+O and Enter, adds a line with the usual quantity at
 * today's price. Nothing is shown for a customer without orders.
 */
export function FrequentProducts({
  customerID,
  read,
}: {
  customerID: string;
  read(productID: string): Promise<Product>;
}) {
  const { getValues, setValue } = useFormContext();
  const { disabled } = useFormState();
  const lines = (useWatch({ name: 'lines' }) ?? []) as OrderFormLine[];
  const [at, setAt] = useState(0);
  const [notice, setNotice] = useState('');
  const bar = useRef<HTMLDivElement>(null);
  const title = useId();
  const { data } = useEndpoint(
    listFrequentlyOrderedProducts,
    { params: { customerID }, query: { take: most, isOrderable: true } },
    { enabled: customerID !== '' && !disabled },
  );
  const items = customerID && !disabled ? (data?.items ?? []) : [];
  const current = Math.min(at, Math.max(items.length - 1, 0));
  const focus = (position: number) => {
    setAt(position);
    bar.current?.querySelectorAll<HTMLElement>('button')[position]?.focus();
  };
  useShortcut('alt+o', () => focus(current), {
    label: 'Go to what is often ordered',
    group: 'Form',
    inInputs: true,
    enabled: items.length > 0,
  });
  if (items.length === 0) return null;

  const add = async (item: FrequentlyOrderedProduct): Promise<void> => {
    try {
      await read(item.product.id);
      const line = lineOfFrequent(item);
      setValue('lines', withLine((getValues('lines') ?? []) as OrderFormLine[], line), { shouldDirty: true });
      setNotice(`${usual(item)} of ${item.product.sku} added`);
    } catch (error) {
      toast.error(error);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focus(Math.min(Math.max(to, 0), items.length - 1));
  };
  const ordered = new Set(lines.map(({ productID }) => productID));
  return (
    <div className={classes['strip']}>
      <span className={classes['title']} id={title}>
        Often ordered
      </span>
      <div ref={bar} className={classes['items']} role="toolbar" aria-labelledby={title} onKeyDown={onKeyDown}>
        {items.map((item, position) => {
          const isOrdered = ordered.has(item.product.id);
          const orders = item.orderCount === 1 ? '1 order' : `${item.orderCount} orders`;
          return (
            <button
              key={item.product.id}
              type="button"
              className={classes['item']}
              tabIndex={position === current ? 0 : -1}
              title={`${item.product.description} · in ${orders}`}
              data-ordered={isOrdered || undefined}
              onFocus={() => setAt(position)}
              onClick={() => void add(item)}
            >
              <Icon name={isOrdered ? 'check' : 'plus'} size={13} />
              <VisuallyHidden>Add </VisuallyHidden>
              <span className={classes['sku']}>{item.product.sku}</span>
              <span className={classes['quantity']}>{usual(item)}</span>
              {isOrdered && <VisuallyHidden>, in the order already</VisuallyHidden>}
            </button>
          );
        })}
      </div>
      <VisuallyHidden role="status">{notice}</VisuallyHidden>
    </div>
  );
}
