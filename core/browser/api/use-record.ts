import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ApiError } from '../../contracts/client.ts';
import {
  type AnyEndpoint,
  type EndpointAnswer,
  type PathParams,
  pathNames,
} from '../../contracts/endpoints/endpoint.ts';
import { type UseEndpointOptions, useEndpoint } from './use-endpoint.ts';

/** The record in the address of a screen. */
export interface RecordInAddress<E extends AnyEndpoint> {
  /** Its id; '' for a new one. */
  id: string;
  /** Path parameters for further calls about the record. */
  params: PathParams<E['path']>;
  query: UseQueryResult<EndpointAnswer<E>, ApiError>;
}

/**
 * Reads the record in the address: `useRecord(getMachine)` below `/dashboard/machines/:machineID`. Parameters of
 * screens have the names of the endpoints' parameters.
 */
export function useRecord<E extends AnyEndpoint>(endpoint: E, options: UseEndpointOptions = {}): RecordInAddress<E> {
  const address = useParams();
  const names = pathNames(endpoint.path);
  const params = Object.fromEntries(names.map((name) => [name, address[name] ?? '']));
  const id = params[names.at(-1) ?? ''] ?? '';
  const query = useEndpoint<AnyEndpoint>(endpoint, { params }, { enabled: id !== '', ...options });
  return { id, params, query } as RecordInAddress<E>;
}
