import { ackCommand } from './ack.command.ts';
import { readCommand } from './read.command.ts';
import { validateCommand } from './validate.command.ts';

export default [readCommand, validateCommand, ackCommand];
