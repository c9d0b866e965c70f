import { useEffect, useRef, useState } from 'preact/hooks';
import { Submit, TextArea } from '../sdk/field.tsx';
import type { WidgetProps } from '../sdk/mount.tsx';
import { Form, Message, useTask } from '../sdk/task.tsx';
import { addToCartAddress, readQuickOrderAddress } from '../shop/addresses.ts';
import { ShopFrame } from '../shop/shop-frame.tsx';
import { SignIn } from '../shop/sign-in.tsx';
import { type Step, useShop } from '../shop/use-shop.ts';
import { emptyEntry, firstCell, isEmpty, numberIn, type QuickOrderEntry } from './entries.ts';

const usualRows = 5;
const mostRows = 500;

/** SKUs and quantities, typed or pasted from a spreadsheet, for the cart and the checkout. */
export function QuickOrderWidget(props: WidgetProps<'heading' | 'rows'>) {
  const { attributes, tell } = props;
  const shop = useShop(props as WidgetProps<never>);
  const { call } = shop;
  const customerID = shop.profile?.customer.id;
  const wanted = Math.min(Math.max(Math.trunc(Number(attributes.rows)) || usualRows, 1), 50);
  const blank = () => Array.from({ length: wanted }, emptyEntry);
  const [entries, setEntries] = useState<readonly QuickOrderEntry[]>(blank);
  const [step, setStep] = useState<Step>('browse');
  const [isPasting, setPasting] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const task = useTask(tell);
  const area = useRef<HTMLDivElement>(null);
  const filled = entries.filter((each) => !isEmpty(each));
  useEffect(() => {
    if (!customerID) setStep('browse');
  }, [customerID]);

  const change = (index: number, part: Partial<QuickOrderEntry>): void => {
    setAnnouncement('');
    setEntries((before) => {
      const next = before.map((each, at) => (at === index ? { ...each, ...part, fault: '', is: '' } : each));
      // The last line is always empty.
      return index === next.length - 1 && next.length < mostRows ? [...next, emptyEntry()] : next;
    });
  };

  /** Resolves pasted lines; lines that are not understood stay as text, marked. */
  const understand = (text: string) =>
    task.run(async (signal) => {
      const { rows } = await call(readQuickOrderAddress, { body: { text } }, signal);
      const read = rows.map((row) => ({
        ...emptyEntry(),
        sku: row.product?.sku ?? firstCell(row.text),
        quantity: row.quantity === null ? '' : String(row.quantity),
        unit: row.unit ?? '',
        is: row.product?.description ?? '',
        fault: row.fault ?? '',
      }));
      setEntries([...filled, ...read, emptyEntry()].slice(0, mostRows));
      setPasting(false);
      const wrong = read.filter(({ fault }) => fault).length;
      setAnnouncement(`${read.length} lines read${wrong ? `, ${wrong} not understood` : ''}`);
    });

  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    void understand(text);
  };

  const send = () => {
    setAnnouncement('');
    const checked = filled.map((each) => ({
      ...each,
      fault: !each.sku.trim() ? 'Which product?' : numberIn(each.quantity) === undefined ? 'How many?' : '',
    }));
    const show = (next: readonly QuickOrderEntry[]) => setEntries([...next, emptyEntry()]);
    if (!filled.length) return task.refuse({}, 'Enter a SKU and a quantity, or paste lines from a sheet.');
    if (checked.some(({ fault }) => fault)) {
      show(checked);
      return task.refuse({}, 'Some lines are not complete.');
    }
    const lines = checked.map(({ sku, quantity, unit }) => ({
      sku: sku.trim(),
      quantity: numberIn(quantity) as number,
      ...(unit.trim() ? { unit: unit.trim() } : {}),
    }));
    void task.run(async (signal) => {
      try {
        shop.setCart(await call(addToCartAddress, { body: { lines } }, signal));
      } catch (error) {
        const { errors = [] } = error as { errors?: readonly { path: string; message: string }[] };
        const faults = new Map(errors.map(({ path, message }) => [Number(/^lines\.(\d+)/.exec(path)?.[1]), message]));
        if (!signal.aborted && errors.length)
          show(checked.map((each, index) => ({ ...each, fault: faults.get(index) ?? '' })));
        throw error;
      }
      tell('added-to-cart', { lines: lines.length });
      setEntries(blank());
      setStep('cart');
    });
  };
  useEffect(() => {
    if (task.failure) area.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [task.failure]);

  const failed = task.failure && (task.failure.message || 'Some lines cannot be ordered as they are.');
  return (
    <ShopFrame
      shop={shop}
      heading={attributes.heading ?? 'Quick order'}
      step={step}
      onStep={setStep}
      browse="Back to quick order"
    >
      {customerID ? (
        <div ref={area} class="stack" onPaste={paste}>
          <Form task={task} class="stack" onSend={send}>
            <p class="muted">Paste lines of SKU and quantity from a sheet into any field, or type them.</p>
            <div class="rows">
              <div class="entry heads" aria-hidden="true">
                <span>SKU</span>
                <span>Quantity</span>
              </div>
              {entries.map((entry, index) => (
                <EntryRow
                  key={entry.key}
                  entry={entry}
                  row={index + 1}
                  onChange={(part) => change(index, part)}
                  onRemove={() => setEntries(entries.filter((_, at) => at !== index))}
                />
              ))}
            </div>
            <Message text={failed} />
            <p role="status" class="muted">
              {announcement}
            </p>
            <div class="row">
              <Submit isBusy={task.isBusy} busy="One moment …">
                Add to cart
              </Submit>
              <button type="button" class="link" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
                Paste a list
              </button>
            </div>
          </Form>
          {isPasting && <ListToPaste onRead={(text) => void understand(text)} />}
        </div>
      ) : (
        <SignIn shop={shop} />
      )}
    </ShopFrame>
  );
}

/** A field for pasting a whole list from a spreadsheet or an email. */
function ListToPaste({ onRead }: { onRead: (text: string) => void }) {
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget).get('list') ?? '');
        if (text.trim()) onRead(text);
      }}
    >
      <TextArea name="list" label="Lines of SKU, quantity and unit" rows={6} maxLength={60_000} />
      <div>
        <button type="submit" class="plain" part="button">
          Read the list
        </button>
      </div>
    </form>
  );
}

function EntryRow(props: {
  entry: QuickOrderEntry;
  row: number;
  onChange: (part: Partial<QuickOrderEntry>) => void;
  onRemove: () => void;
}) {
  const { entry, row, onChange, onRemove } = props;
  const { key, sku, quantity, unit, is, fault } = entry;
  const about = fault || is ? `about-${key}` : undefined;
  return (
    <div class="entry">
      <input
        part="input"
        type="text"
        aria-label={`SKU of line ${row}`}
        aria-invalid={fault ? 'true' : undefined}
        aria-describedby={about}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={100}
        value={sku}
        onInput={(event) => onChange({ sku: event.currentTarget.value })}
      />
      <input
        part="input"
        type="text"
        inputMode="decimal"
        aria-label={`Quantity of line ${row}`}
        aria-describedby={about}
        autocomplete="off"
        maxLength={20}
        value={quantity}
        onInput={(event) => onChange({ quantity: event.currentTarget.value })}
      />
      <button type="button" class="link remove" aria-label={`Remove line ${row}`} onClick={onRemove}>
        ×
      </button>
      {about && (
        <p id={about} class={fault ? 'problem hint' : 'muted hint'}>
          {fault || [is, unit].filter(Boolean).join(', ')}
        </p>
      )}
    </div>
  );
}
