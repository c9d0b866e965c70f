import { listImportTypes } from '../../contracts/work/import.contract.ts';
import { useSession } from '../screens/session.tsx';
import { useEndpoint } from './use-endpoint.ts';

/** Kinds of import that the person may run, with their fields; the session only has their names. */
export function useImportTypes() {
  const { account, isPortal } = useSession();
  return useEndpoint(listImportTypes, {}, { enabled: account !== null && !isPortal, staleTime: 300_000 });
}

/** Path of the screen that imports a file of this kind. */
export const importPath = (type: string): string => `/dashboard/imports/create?type=${encodeURIComponent(type)}`;
