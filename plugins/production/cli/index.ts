import { explodeCommand } from './explode.command.ts';

export default [explodeCommand];
