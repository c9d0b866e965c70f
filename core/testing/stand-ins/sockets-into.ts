import { guardedSocket, type OpenSocket } from '../../kernel/guarded-socket.ts';
import { Networks } from '../../kernel/network.ts';

/** Sockets that may connect to these internal networks, as if the operator had permitted them. */
export const socketsInto = (networks: readonly string[]): OpenSocket => guardedSocket(new Networks(networks));
