import type { ImportSet } from '../../contracts/work/import.contract.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { StoredColumn } from '../import.entity.ts';
import type { ImportDefinition } from '../import-definition.ts';
import { type CellStyle, type LocaleStyle, localeStyle } from './cell-styles.ts';

const numberKinds: ReadonlySet<string> = new Set(['decimal', 'integer']);

/**
 * The styles of each field's cells. The order of dates or decimal mark in one column applies to all columns of its
 * kind, because one system writes the whole file.
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
      const kindStyles =
        kind === 'number' || kind === 'date' ? [...new Set([...styles, ...(shared.get(kind) ?? [])])] : [];
      return kindStyles.length ? [[field, kindStyles]] : [];
    }),
  );
}

/**
 * The detected date order and decimal mark of the mapped columns; null if there are none, or if cells contradict each
 * other.
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
        // Dates that all have the year first or the month by name have no ambiguous order.
        dates.filter(({ styles, samples }) => styles.length > 0 || samples.some((each) => /^\d{1,2}\D\d/.test(each))),
        ['day-first', 'month-first'],
        locale.date,
      ),
    decimal: chosen.decimal ?? only<LocaleStyle['decimal']>(numbers, ['point', 'comma'], locale.decimal),
  };
}
