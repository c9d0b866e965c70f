import { runCommandLine } from './program/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), process);
