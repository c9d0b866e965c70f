import { guardedSocket, type OpenSocket } from '../kernel/guarded-socket.ts';
import { Networks } from '../kernel/network.ts';

/** Connections as an installation opens them whose operator has named these networks inside. */
export const socketsInto = (networks: readonly string[]): OpenSocket => guardedSocket(new Networks(networks));
