import type { ImportSet } from '../contracts/import.contract.ts';
import type { AccountContext } from '../kernel/context.ts';
import { type CellStyle, type LocaleStyle, localeStyle } from './cell-styles.ts';
import type { StoredColumn } from './import.entity.ts';
import type { ImportDefinition } from './import-definition.ts';

const numberKinds: ReadonlySet<string> = new Set(['decimal', 'integer']);

/**
 * How the cells of each field are written. What one column says of the order of dates, or of the mark before decimals,
 * holds for all columns of its kind: a file is written by one system.
 */
export function sharedStyles(
  { fields }: Pick<ImportDefinition, 'fields'>,
  mapped: readonly { field: string; styles: readonly CellStyle[] }[],
): Record<string, CellStyle[]> {
  const kinds = new Map(fields.map(({ name, kind = 'text' }) => [name, numberKinds.has(kind) ? 'number' : kind]));
  const shared = new Map(
    [...Map.groupBy(mapped, ({ field }) => kinds.get(field))].map(([kind, own]) => [
      kind,
      own.flatMap(({ styles }) => styles.filter((style) => style !== 'typed')),
    ]),
  );
  return Object.fromEntries(
    mapped.flatMap(({ field, styles }) => {
      const kind = kinds.get(field);
      const own = kind === 'number' || kind === 'date' ? [...new Set([...styles, ...(shared.get(kind) ?? [])])] : [];
      return own.length ? [[field, own]] : [];
    }),
  );
}

/**
 * How dates and numbers of the mapped columns are read; null where there are none, or where cells speak for both ways.
 */
export function foundStyle(
  ctx: AccountContext,
  definition: ImportDefinition,
  columns: readonly StoredColumn[],
  chosen: ImportSet['options'],
): Pick<ImportSet['format'], 'dateOrder' | 'decimal'> {
  const locale = localeStyle(ctx.account.locale, ctx.account.currency);
  const kinds = new Map(definition.fields.map(({ name, kind = 'text' }) => [name, kind]));
  const of = (isKind: (kind: string) => boolean) =>
    columns.filter(({ field, filled }) => field !== null && filled > 0 && isKind(kinds.get(field) ?? ''));
  const only = <Style extends string>(
    own: readonly StoredColumn[],
    known: readonly Style[],
    usual: Style,
  ): Style | null => {
    if (own.length === 0) return null;
    const found = known.filter((style) => own.some(({ styles }) => (styles as readonly string[]).includes(style)));
    return found.length > 1 ? null : (found[0] ?? usual);
  };
  const dates = of((kind) => kind === 'date');
  const numbers = of((kind) => numberKinds.has(kind));
  return {
    dateOrder:
      chosen.dateOrder ??
      only<LocaleStyle['date']>(
        // Where every date says it by its year or its month there is no order to speak of.
        dates.filter(({ styles, samples }) => styles.length > 0 || samples.some((each) => /^\d{1,2}\D\d/.test(each))),
        ['day-first', 'month-first'],
        locale.date,
      ),
    decimal: chosen.decimal ?? only<LocaleStyle['decimal']>(numbers, ['point', 'comma'], locale.decimal),
  };
}
