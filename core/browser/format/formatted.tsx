import { type DecimalValue, formats, noValue } from './format.ts';

const tabular = { fontVariantNumeric: 'tabular-nums' } as const;

/** An amount in the account's currency: `<Money value={order.total} />`. `unitPrice` shows up to six decimals. */
export function Money({ value, currency, unitPrice }: { value: DecimalValue; currency?: string; unitPrice?: boolean }) {
  const text = formats().money(value, {
    ...(currency ? { currency } : {}),
    ...(unitPrice ? { maximumFractionDigits: 6 } : {}),
  });
  return <span style={tabular}>{text}</span>;
}

/** A quantity from the API, or a number: `<Quantity value={line.quantityOrdered} />`. */
export function Quantity({
  value,
  unit,
}: {
  value: { measure: DecimalValue; unit?: unknown } | DecimalValue;
  unit?: string;
}) {
  const isObject = typeof value === 'object' && value !== null;
  const measure = isObject ? value.measure : value;
  const name = unit ?? (isObject ? unitName(value.unit) : undefined);
  const text = formats().number(measure);
  return <span style={tabular}>{name && text !== noValue ? `${text} ${name}` : text}</span>;
}

function unitName(unit: unknown): string | undefined {
  if (typeof unit === 'string') return unit;
  if (typeof unit !== 'object' || unit === null) return undefined;
  const named = unit as { abbreviation?: string; code?: string; name?: string };
  return named.abbreviation ?? named.code ?? named.name;
}

/** A date in the account's language; an instant is shown as a day in the account's time zone. */
export function DateText({ value }: { value: string | Date | null | undefined }) {
  return <Instant value={value} text={formats().date(value)} />;
}

/** Date and time in the account's time zone; `relative` shows `3 hours ago` with the full time as tooltip. */
export function DateTimeText({ value, relative }: { value: string | Date | null | undefined; relative?: boolean }) {
  return (
    <Instant
      value={value}
      text={relative ? formats().relative(value) : formats().dateTime(value)}
      title={formats().dateTime(value)}
    />
  );
}

function Instant({ value, text, title }: { value: string | Date | null | undefined; text: string; title?: string }) {
  if (!value || text === noValue) return <span>{noValue}</span>;
  return (
    <time
      dateTime={typeof value === 'string' ? value : value.toISOString()}
      style={tabular}
      {...(title ? { title } : {})}
    >
      {text}
    </time>
  );
}
