import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/api-provider.tsx';
import { knownOption, useKnownRecords } from '../../record/known-records.tsx';
import type { Option, RecordSource } from '../../record/record-source.ts';

type Options = readonly Option[] | RecordSource;

const isSource = (options: Options): options is RecordSource => 'search' in options;

/**
 * Options that match a text: filtered here for a fixed list, searched by the API for a source (200 ms after the last
 * key).
 */
export function useOptions(
  options: Options,
  text: string,
  enabled = true,
): { options: readonly Option[]; isLoading: boolean; error: unknown } {
  const client = useClient();
  const [settled] = useDebouncedValue(text, 200);
  const source = isSource(options) ? options : undefined;
  const found = useQuery({
    queryKey: [source?.name ?? 'none', 'options', settled],
    meta: { path: source?.path },
    queryFn: ({ signal }) => source?.search(client, settled, signal) ?? [],
    enabled: enabled && source !== undefined,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  if (source) return { options: found.data ?? [], isLoading: found.isFetching || settled !== text, error: found.error };
  const needle = text.trim().toLowerCase();
  const all = options as readonly Option[];
  const matching = needle
    ? all.filter(({ label, hint }) => `${label} ${hint ?? ''}`.toLowerCase().includes(needle))
    : all;
  return { options: matching, isLoading: false, error: null };
}

/** Cache key for the label of a chosen record. */
export const optionKey = (source: RecordSource | undefined, value: string) => [source?.name ?? 'none', 'option', value];

/**
 * Labels of values: from the fixed list, from the form's record, or loaded one by one and cached. An unknown id is
 * shown as it is.
 */
export function useOptionLabels(options: Options, values: readonly string[]): string[] {
  const client = useClient();
  const source = isSource(options) ? options : undefined;
  const records = useKnownRecords();
  const known = values.map((value) => knownOption(source, records.get(value)));
  const fetched = useQueries({
    queries: (source?.one ? values : []).map((value, index) => ({
      queryKey: optionKey(source, value),
      meta: { path: source?.path },
      queryFn: () => source?.one?.(client, value) ?? Promise.reject(new Error('no source')),
      enabled: known[index] === undefined,
      staleTime: 300_000,
      retry: false,
    })),
  });
  return values.map((value, index) => {
    const named = known[index];
    if (named) return named.label;
    if (source) return fetched[index]?.data?.label ?? (source.one && fetched[index]?.isPending ? '…' : value);
    return (options as readonly Option[]).find((option) => option.value === value)?.label ?? value;
  });
}
