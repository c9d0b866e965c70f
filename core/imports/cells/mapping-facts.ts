import type { StoredColumn } from '../import.entity.ts';
import type { ImportDefinition } from '../import-definition.ts';
import { isUnconfirmed } from './unimported-money.ts';

/** Warnings about the mapping; other warnings come from reading the file. */
export function mappingFacts(definition: ImportDefinition, columns: readonly StoredColumn[]): string[] {
  const filled = new Set(columns.map(({ field }) => field));
  const missing = definition.fields.filter(({ name, isRequired }) => isRequired && !filled.has(name));
  const labels = new Map(definition.fields.map(({ name, label }) => [name, label]));
  return [
    ...missing.map(({ label }) => `No column fills ${label}, which is required`),
    ...columns.flatMap(({ field, heading, matchedBy }) =>
      field !== null && matchedBy === 'remembered'
        ? [`The column "${heading}" fills ${labels.get(field) ?? field}, as last time`]
        : [],
    ),
    ...columns.flatMap((column) => (column.field === null ? [leftOutFact(column)] : [])),
    ...definition.fields.flatMap(({ name, caution }) => (caution && filled.has(name) ? [caution] : [])),
  ];
}

function leftOutFact(column: StoredColumn): string {
  const { heading, filled, matchedBy } = column;
  const cells = filled ? `; its ${filled} ${filled === 1 ? 'value stays' : 'values stay'} with the rows` : '';
  const why = matchedBy === 'remembered' ? ', as last time' : '';
  const stop = isUnconfirmed(column) ? '. It looks like money: map it, or leave it out on purpose' : '';
  return `The column "${heading}" is not imported${why}${cells}${stop}`;
}
