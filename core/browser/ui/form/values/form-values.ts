/** A tree of form values. */
export type FormValues = Record<string, unknown>;

const isPlain = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Form values for the API: an emptied field is `null` if it had a value before, and left out if it had none. In lists,
 * which are always sent completely, empty fields are left out. Required texts stay '' so that the contract's message
 * appears.
 */
export function cleanValues(values: FormValues, initial: FormValues): FormValues {
  const clean: FormValues = {};
  for (const [name, value] of Object.entries(values)) {
    const before = initial[name];
    if (value === null || value === undefined) {
      if (!isBlank(before)) clean[name] = null;
    } else if (Array.isArray(value)) clean[name] = value.map((item) => (isPlain(item) ? cleanValues(item, {}) : item));
    else if (isPlain(value)) clean[name] = cleanValues(value, isPlain(before) ? before : {});
    else clean[name] = value;
  }
  return clean;
}

/** Deep equality of plain form values; undefined, null and '' are equal. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (isBlank(left) && isBlank(right)) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]));
  if (isPlain(left) && isPlain(right))
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((name) =>
      sameValue(left[name], right[name]),
    );
  return Object.is(left, right);
}

/** The top-level fields that differ from the initial ones, for the body of a PATCH. */
export function changedValues(values: FormValues, initial: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, initial[name])));
}

/** An error with the path of its field. */
export interface FormProblem {
  path: string;
  message: string;
}

/** Flattens react-hook-form's nested errors to dotted paths, in order. */
export function flattenErrors(errors: object, prefix = ''): FormProblem[] {
  const found: FormProblem[] = [];
  for (const [name, entry] of Object.entries(errors) as [string, unknown][]) {
    if (typeof entry !== 'object' || entry === null || name === 'ref') continue;
    const path = prefix ? `${prefix}.${name}` : name;
    const { message } = entry as { message?: unknown };
    if (typeof message === 'string' && message !== '') found.push({ path: path.replace(/\.root$/, ''), message });
    else found.push(...flattenErrors(entry, path));
  }
  return found;
}

/** Readable form of a path whose field is not on the screen: `Bill to address › Line 1` for `billToAddress.line1`. */
export function pathLabel(path: string): string {
  return path
    .split('.')
    .map((part) => {
      if (/^\d+$/.test(part)) return String(Number(part) + 1);
      const words = part
        .replace(/I[Dd]s?$/, '')
        .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
        .toLowerCase();
      return words.charAt(0).toUpperCase() + words.slice(1);
    })
    .join(' › ');
}
