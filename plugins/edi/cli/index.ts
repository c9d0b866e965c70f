import { ackCommand } from './ack.command.ts';
import { pullCommand } from './pull.command.ts';
import { readCommand } from './read.command.ts';
import { sendCommand } from './send.command.ts';
import { validateCommand } from './validate.command.ts';

export default [readCommand, validateCommand, ackCommand, pullCommand, sendCommand];
