import { listOfCell, type PlainDraft, type PlainPart } from '@millwright/core/server';
import { createAttributeBody, shownAttributes } from '../../../contracts/index.ts';

const { shape } = createAttributeBody;
type Row = PlainDraft['record']['rows'][number];

interface EnteredAttribute {
  row: number;
  name: string;
  code: string | undefined;
  color: string | undefined;
  order: string | undefined;
}

const textOf = (row: Row, field: string): string | undefined => {
  const cell = row.fields[field];
  return typeof cell === 'string' ? cell : undefined;
};

/**
 * The names in a cell. A cell that equals the property's exported cell gives the same names again, even if they contain
 * separators.
 */
function namesOf(cell: string, parts: readonly PlainPart[]): string[] {
  if (parts.some(({ name }) => name === cell)) return [cell];
  const shown = parts.slice(0, shownAttributes).map(({ name }) => name);
  return shown.join('; ') === cell ? shown : listOfCell(cell).filter(Boolean);
}

function enteredIn(row: Row, draft: PlainDraft): EnteredAttribute[] {
  const cell = textOf(row, 'attribute');
  const [code, color, order] = [textOf(row, 'code'), textOf(row, 'color'), textOf(row, 'order')];
  if (cell === undefined) {
    if ((code ?? color ?? order) !== undefined) draft.fault('attribute', 'Attribute name is required', row.row);
    return [];
  }
  const names = namesOf(cell, draft.before?.parts ?? []);
  const besides = (field: string, text: string | undefined): (string | undefined)[] => {
    if (text === undefined) return [];
    const all = names.length === 1 ? [text] : listOfCell(text);
    if (all.length !== names.length) draft.fault(field, `${all.length} given for ${names.length} attributes`, row.row);
    return all.map((each) => each || undefined);
  };
  const [codes, colors, orders] = [besides('code', code), besides('color', color), besides('order', order)];
  return names.map((name, index) => ({
    row: row.row,
    name,
    code: codes[index],
    color: colors[index],
    order: orders[index],
  }));
}

/** The attributes of a property after an import of its rows; attributes that the rows do not name stay. */
export function attributesOfRows(draft: PlainDraft): PlainPart[] {
  const parts = [...draft.parts];
  const written = new Set<number>();
  for (const { row, name: entered, code, color, order } of draft.record.rows.flatMap((each) =>
    enteredIn(each, draft),
  )) {
    const read = <Value>(
      field: string,
      schema: {
        safeParse(value: unknown): {
          success: boolean;
          data?: Value | undefined;
          error?: { issues: { message: string }[] } | undefined;
        };
      },
      value: unknown,
    ): Value | undefined => {
      const found = schema.safeParse(value);
      if (!found.success) draft.fault(field, found.error?.issues[0]?.message ?? 'Cannot be read', row);
      return found.data;
    };
    const name = read('attribute', shape.name, entered);
    if (name === undefined) continue;
    const at = indexOfName(parts, name);
    const old = at < 0 ? undefined : parts[at];
    if (at >= 0 && written.has(at)) {
      draft.fault('attribute', 'This attribute is listed twice', row);
      continue;
    }
    const part: PlainPart = {
      id: old?.id ?? '',
      version: old?.version ?? 0,
      name: old?.name ?? name,
      columns: {
        name: old?.name ?? name,
        code: code === undefined ? (old?.columns['code'] ?? null) : (read('code', shape.code, code) ?? null),
        color: color === undefined ? (old?.columns['color'] ?? null) : (read('color', shape.color, color) ?? null),
        position:
          order === undefined
            ? (old?.columns['position'] ?? 0)
            : (read('order', shape.order, /^-?\d+$/.test(order) ? Number(order) : Number.NaN) ?? 0),
      },
    };
    const owner = part.columns['code'] && parts.find((other) => other !== old && codeOf(other) === codeOf(part));
    if (owner) draft.fault('code', `The attribute ${owner.name} has this code`, row);
    written.add(old ? at : parts.length);
    if (old) parts[at] = part;
    else parts.push(part);
  }
  return parts;
}

const codeOf = ({ columns }: PlainPart) => columns['code'];

/** Index of the attribute with exactly this name, else of the only one that equals it in any case. */
function indexOfName(parts: readonly PlainPart[], name: string): number {
  const exact = parts.findIndex((part) => part.name === name);
  if (exact >= 0) return exact;
  const lower = name.toLowerCase();
  const alike = parts.filter((part) => part.name.toLowerCase() === lower);
  const [only] = alike;
  return only && alike.length === 1 ? parts.indexOf(only) : -1;
}
