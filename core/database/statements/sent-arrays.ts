/** A list that stands in a statement with a place for each of its values. */
interface WrittenList {
  /** Columns that its rows are compared with; undefined for a list of single values. */
  columns: readonly string[] | undefined;
  isNot: boolean;
}

/** Where values stand in a text: one, or those of a list. */
interface Hole {
  count: number;
  list: WrittenList | undefined;
}

/** A statement taken apart: what is written before each hole, and after the last. */
interface TakenApart {
  before: readonly string[];
  after: string;
  holes: readonly Hole[];
  /** The texts that were made of it, by which of its lists were sent as arrays. */
  made: Map<string, string>;
}

/** How a builder writes the places of values. */
interface PlaceForm {
  /** Nothing has to be looked for in a text without it. */
  needs: string;
  holes: RegExp;
  place: RegExp;
  /** By text; what was taken apart first is dropped first. */
  known: Map<string, TakenApart>;
}

/** `$1`, `$2`, as Kysely writes them: one by one, in lists and in lists of rows, behind the compared columns. */
export const numbered: PlaceForm = {
  needs: ' in (',
  holes:
    /(?:\(([^()?$]+)\) )?(not )?\bin \((\$\d+(?:, \$\d+)*|\(\$\d+(?:, \$\d+)*\)(?:, \(\$\d+(?:, \$\d+)*\))*)\)|\$\d+/g,
  place: /\$\d+/g,
  known: new Map(),
};

/** `?`, as the ORM writes them. */
export const questioned: PlaceForm = {
  needs: '?',
  holes: /(?:\(([^()?]+)\) )?(not )?\bin \((\?(?:, \?)*|\(\?(?:, \?)*\)(?:, \(\?(?:, \?)*\))*)\)|\?/g,
  place: /\?/g,
  known: new Map(),
};

const mostKnown = 3000;
/** What has more values is long, and hardly comes again. */
const manyValues = 300;

/** Undefined where places do not stand in the order of their numbers. */
function takenApart(text: string, form: PlaceForm): TakenApart | undefined {
  const before: string[] = [];
  const holes: Hole[] = [];
  let end = 0;
  let values = 0;
  for (const match of text.matchAll(form.holes)) {
    const [whole, columns, not, places] = match;
    const found = whole.match(form.place) ?? [];
    if (form === numbered && found.some((each, at) => each !== `$${values + at + 1}`)) return undefined;
    const isOfRows = places?.startsWith('(') ?? false;
    const isList = places !== undefined && isOfRows === (columns !== undefined);
    before.push(text.slice(end, match.index));
    end = match.index + whole.length;
    values += found.length;
    if (isList) holes.push({ count: found.length, list: { columns: columns?.split(', '), isNot: not !== undefined } });
    else {
      // Places one by one, with what is written between them.
      let from = 0;
      for (const place of whole.matchAll(form.place)) {
        const between = whole.slice(from, place.index);
        if (from === 0) before.push(`${before.pop()}${between}`);
        else before.push(between);
        holes.push({ count: 1, list: undefined });
        from = place.index + place[0].length;
      }
      end -= whole.length - from;
    }
  }
  return { before, after: text.slice(end), holes, made: new Map() };
}

function readOnce(text: string, form: PlaceForm, count: number): TakenApart | undefined {
  const known = form.known.get(text);
  if (known) return known;
  const read = takenApart(text, form);
  if (!read || count > manyValues) return read;
  form.known.set(text, read);
  if (form.known.size > mostKnown) form.known.delete(form.known.keys().next().value as string);
  return read;
}

/** Whether rows differ in their last column alone, as keys of one account do. */
const isOfOne = (own: readonly unknown[], columns: number): boolean =>
  own.every((value, place) => place % columns === columns - 1 || value === own[place % columns]);

/** The list with its places numbered from `first` on, as an array or as it was written. */
function writtenOut({ count, list }: Hole, isArray: boolean, first: number): string {
  const place = (at: number): string => `$${first + at}`;
  if (!list) return place(0);
  const { columns, isNot } = list;
  if (isArray && !columns) return `${isNot ? '<> all' : '= any'}(${place(0)})`;
  if (isArray && columns)
    return `(${columns
      .map((name, at) => (at === columns.length - 1 ? `${name} = any(${place(at)})` : `${name} = ${place(at)}`))
      .join(' and ')})`;
  const places = Array.from({ length: count }, (_, at) => place(at));
  const size = columns?.length ?? 1;
  const rows = Array.from({ length: count / size }, (_, at) => places.slice(at * size, (at + 1) * size).join(', '));
  const written = columns ? rows.map((row) => `(${row})`).join(', ') : rows.join(', ');
  return `${columns ? `(${columns.join(', ')}) ` : ''}${isNot ? 'not ' : ''}in (${written})`;
}

/** Whether a value may stand in an array. */
type IsItem = (value: unknown) => boolean;

/**
 * The same statement with an array in the place of each list that is written out, and with its places numbered, so that
 * its text does not grow: `= any($1)` for `in ($1, $2)`. Of keys in several columns all but the last are compared with
 * one value where all have the same. Whoever builds a statement need not think of it; a text is taken apart once.
 * Undefined where it stays as it is.
 */
export function withSentArrays(
  text: string,
  given: readonly unknown[],
  form: PlaceForm = numbered,
  isItem: IsItem = () => true,
): { text: string; values: readonly unknown[] } | undefined {
  if (!text.includes(form.needs)) return undefined;
  const read = readOnce(text, form, given.length);
  if (!read) return undefined;
  const values: unknown[] = [];
  let which = '';
  let at = 0;
  for (const { count, list } of read.holes) {
    if (!list) {
      values.push(given[at]);
      at += 1;
      continue;
    }
    const own = given.slice(at, at + count);
    at += count;
    const columns = list.columns?.length ?? 1;
    const isArray = own.every(isItem) && (!list.columns || (!list.isNot && isOfOne(own, columns)));
    which += isArray ? 'a' : 'w';
    if (isArray)
      values.push(
        ...own.slice(0, columns - 1),
        own.filter((_, place) => (place + 1) % columns === 0),
      );
    else values.push(...own);
  }
  const known = read.made.get(which);
  if (known !== undefined) return { text: known, values };
  const made = madeOf(read, which);
  read.made.set(which, made);
  return { text: made, values };
}

function madeOf({ before, after, holes }: TakenApart, which: string): string {
  let text = '';
  let first = 1;
  let lists = 0;
  for (const [at, hole] of holes.entries()) {
    const isArray = hole.list !== undefined && which[lists] === 'a';
    if (hole.list) lists += 1;
    text += `${before[at]}${writtenOut(hole, isArray, first)}`;
    first += isArray ? (hole.list?.columns?.length ?? 1) : hole.count;
  }
  return text + after;
}
