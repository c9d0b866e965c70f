import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ApiError } from '../contracts/client.ts';
import { type AnyEndpoint, type EndpointAnswer, type PathParams, pathNames } from '../contracts/endpoint.ts';
import { type UseEndpointOptions, useEndpoint } from './use-endpoint.ts';

/** The record that the address of a screen names. */
export interface RecordInAddress<E extends AnyEndpoint> {
  /** Its id; '' on the screen of a new one. */
  id: string;
  /** For further calls of the record. */
  params: PathParams<E['path']>;
  query: UseQueryResult<EndpointAnswer<E>, ApiError>;
}

/**
 * Reads the record that the address names: `useRecord(getMachine)` below `/dashboard/machines/:machineID`. Parameters
 * of screens are called as those of endpoints.
 */
export function useRecord<E extends AnyEndpoint>(endpoint: E, options: UseEndpointOptions = {}): RecordInAddress<E> {
  const address = useParams();
  const names = pathNames(endpoint.path);
  const params = Object.fromEntries(names.map((name) => [name, address[name] ?? '']));
  const id = params[names.at(-1) ?? ''] ?? '';
  const query = useEndpoint<AnyEndpoint>(endpoint, { params }, { enabled: id !== '', ...options });
  return { id, params, query } as unknown as RecordInAddress<E>;
}
