import type { AnyEndpoint } from '../../../../contracts/endpoints/endpoint.ts';
import { late } from '../../../format/late.tsx';
import { LoadingState } from '../../feedback/states.tsx';
import type { ListBodyProps } from './list-body.tsx';

// The first visit shows no list, so it loads no table.
const Loaded = late<ListBodyProps<AnyEndpoint>>(async () => (await import('./list-body.tsx')).LoadedListBody, {
  name: 'The list',
  waiting: <LoadingState />,
});

/** The table of a list screen with bulk actions on picked rows, and paging. */
export function ListBody<E extends AnyEndpoint>(props: ListBodyProps<E>) {
  return <Loaded {...(props as ListBodyProps<AnyEndpoint>)} />;
}
