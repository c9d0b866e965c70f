import type { RequestLogRow } from '../../../../core/contracts/work/request-log.contract.ts';

/** Names of caller types. */
export const actorTypes: Record<string, string> = { user: 'Person', api_key: 'API key', anonymous: 'Nobody signed in' };

/** Name of the caller: the best one known. */
export const actorName = ({ actor }: Pick<RequestLogRow, 'actor'>): string =>
  actor.name ?? actor.email ?? actor.username ?? actorTypes[actor.type] ?? actor.type;
