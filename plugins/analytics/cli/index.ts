import { reportCommand } from './report.command.ts';

export default [reportCommand];
