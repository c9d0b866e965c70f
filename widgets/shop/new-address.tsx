import { WidgetTextField } from '../sdk/field.tsx';

const parts = [
  { name: 'name', label: 'Name or company', autocomplete: 'shipping organization', required: true },
  { name: 'line1', label: 'Street', autocomplete: 'shipping address-line1', required: true },
  { name: 'postalCode', label: 'Postal code', autocomplete: 'shipping postal-code', required: false },
  { name: 'city', label: 'City', autocomplete: 'shipping address-level2', required: true },
  { name: 'state', label: 'State', autocomplete: 'shipping address-level1', required: false },
  { name: 'country', label: 'Country', autocomplete: 'shipping country', required: true },
] as const;

/** The entered address, or its errors by path. */
export function addressIn(
  entries: Readonly<Record<string, string>>,
): { given: { name: string; country: string }; faults?: undefined } | { faults: Record<string, string> } {
  const missing = parts.filter(({ name, required }) => required && !entries[`shipTo.${name}`]);
  if (missing.length)
    return { faults: Object.fromEntries(missing.map(({ name, label }) => [`shipTo.${name}`, `${label} is required`])) };
  const given = Object.fromEntries(
    parts.flatMap(({ name }) => (entries[`shipTo.${name}`] ? [[name, entries[`shipTo.${name}`]]] : [])),
  );
  return { given: given as { name: string; country: string } };
}

/** An address for this order only. */
export const NewAddress = ({ problems }: { problems: Readonly<Record<string, string>> }) => (
  <div class="pair">
    {parts.map(({ name, ...part }) => (
      <WidgetTextField
        key={name}
        {...part}
        name={`shipTo.${name}`}
        maxLength={100}
        problem={problems[`shipTo.${name}`]}
      />
    ))}
  </div>
);
