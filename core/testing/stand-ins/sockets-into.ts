import { guardedSocket, type OpenSocket } from '../../kernel/outgoing/guarded-socket.ts';
import { Networks } from '../../kernel/outgoing/network.ts';

/** Sockets that may connect to these internal networks, as if the operator had permitted them. */
export const socketsInto = (networks: readonly string[]): OpenSocket => guardedSocket(new Networks(networks));
