import { type Route, route } from '@millwright/core/server';
import { createMachine, deleteMachine, getMachine, listMachines, updateMachine } from '../../../contracts/index.ts';
import { findMachines, machineByID } from './machine.queries.ts';
import type { MachineService } from './machine.service.ts';

export const machineRoutes = (machines: MachineService): Route[] => [
  route(listMachines, (ctx, { query }) => findMachines(ctx, query)),
  route(getMachine, (ctx, { params }) => machineByID(ctx, params.machineID)),
  route(createMachine, (ctx, { body }) => machines.create(ctx, body)),
  route(updateMachine, (ctx, { params, body }) => machines.update(ctx, params.machineID, body)),
  route(deleteMachine, (ctx, { params }) => machines.remove(ctx, params.machineID)),
];
