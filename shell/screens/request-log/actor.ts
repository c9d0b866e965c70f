import type { RequestLogRow } from '../../../core/contracts/request-log.contract.ts';

/** The kinds of callers in words. */
export const actorTypes: Record<string, string> = { user: 'Person', api_key: 'API key', anonymous: 'Nobody signed in' };

/** Who called: the best name that is known. */
export const actorName = ({ actor }: Pick<RequestLogRow, 'actor'>): string =>
  actor.name ?? actor.email ?? actor.username ?? actorTypes[actor.type] ?? actor.type;
