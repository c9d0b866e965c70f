import type { AnyEndpoint } from '../../../../contracts/endpoints/endpoint.ts';
import type { PermissionCode } from '../../../../contracts/plugins/permission.ts';
import { shownValueOf } from '../../../../contracts/records/shown-values.ts';
import type { GivenFilter, ListedFilter, ListFilter } from '../list-types.ts';
import { codeWords, fieldWords } from './field-words.ts';
import { codesOf, definitionOf, queryFields } from './schema-of-list.ts';

/** The other end of a period: `endDate` for `startDate`. */
const periodEnd = (name: string): string =>
  name
    .replace(/^start|Start/, (start) => (start === 'start' ? 'end' : 'End'))
    .replace(/^from/, 'to')
    .replace(/From$/, 'To');

/**
 * A filter of a list by the schema of its query: the names of its codes, whether it takes one value or several, and its
 * name. What the screen says itself comes before that.
 * @throws Error where the query has no such parameter
 */
function filterOf(endpoint: AnyEndpoint, { name, label: given, options, yes, no }: GivenFilter): ListFilter {
  const query = queryFields(endpoint);
  const schema = query[name];
  if (!schema) throw new Error(`The query of ${endpoint.name} has no ${name}`);
  const { type, element = schema } = definitionOf(schema);
  const words = { ...shownValueOf(element), ...shownValueOf(schema) };
  const label = given ?? words.label ?? fieldWords(name);
  const end = periodEnd(name);
  if (end !== name && end in query) return { kind: 'dates', from: name, to: end, label };
  if (type === 'boolean') return { kind: 'boolean', name, label, ...(yes ? { yes } : {}), ...(no ? { no } : {}) };
  const codes = codesOf(element);
  const choices = options ?? codes.map((value) => ({ value, label: words.names?.[value] ?? codeWords(value) }));
  if (!options && codes.length === 0) return { kind: 'text', name, label };
  return { kind: element === schema ? 'select' : 'multi', name, label, options: choices };
}

/**
 * The filters that a screen names, as `filterOf` makes them. Filters by records that the person may not read are left
 * out, because they would have nothing to choose.
 */
export const derivedFilters = (
  endpoint: AnyEndpoint,
  filters: readonly ListedFilter[],
  canAll: (permissions: readonly PermissionCode[]) => boolean,
): ListFilter[] =>
  filters
    .map((filter) =>
      typeof filter === 'object' && 'kind' in filter
        ? filter
        : filterOf(endpoint, typeof filter === 'string' ? { name: filter } : filter),
    )
    .filter((filter) => !('options' in filter && 'needs' in filter.options) || canAll(filter.options.needs));
