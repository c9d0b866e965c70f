/** Further schemas, such as those of custom fields, are not kept. */
const mostKept = 3000;

const isPlain = (given: unknown): boolean =>
  typeof given !== 'object' ||
  given === null ||
  Array.isArray(given) ||
  Object.getPrototypeOf(given) === Object.prototype;

/**
 * Wraps a function that creates a schema: equal arguments give the same schema. Thousands of fields are texts of the
 * same few lengths, and each schema takes one to six kilobytes in every thread. The result must not be changed.
 * Arguments are texts, numbers and plain lists and objects of them, or a single schema.
 */
export function madeOnce<Make extends (...given: never[]) => object>(make: Make): Make {
  const byText = new Map<string, object>();
  const bySchema = new WeakMap<object, object>();
  const once = (...given: never[]): object => {
    const [first] = given as unknown[];
    const isOfSchema = given.length === 1 && !isPlain(first);
    const key = isOfSchema ? '' : JSON.stringify(given);
    const known = isOfSchema ? bySchema.get(first as object) : byText.get(key);
    if (known) return known;
    const made = make(...given);
    if (isOfSchema) bySchema.set(first as object, made);
    else if (byText.size < mostKept) byText.set(key, made);
    return made;
  };
  return once as Make;
}
