import { reconcileCommand } from './reconcile.command.ts';

export default [reconcileCommand];
