import { parseArgs } from 'node:util';
import { bench, caseNames } from './bench.ts';
import { runFloorClient } from './floors/floor-client.ts';
import { runBenchServer } from './place/bench-server.ts';
import { runLoadClient } from './place/load-client.ts';

const help = `npm run bench -- [options]
  --json              print the figures as JSON instead of the table
  --only <names>      only these cases, separated by commas: ${caseNames.join(', ')}
  --seconds <n>       seconds per round of a case (3)
  --rounds <n>        rounds per case, floor and platform in turn (2)
  --orders <n>        orders of the big account (100000); the search index has eight times as many rows
  --profile <folder>  write a CPU profile of the server`;

const { values } = parseArgs({
  options: {
    as: { type: 'string' },
    help: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '2' },
    orders: { type: 'string', default: '100000' },
    profile: { type: 'string' },
  },
});

const roles: Record<string, () => void> = { server: runBenchServer, load: runLoadClient, floor: runFloorClient };
const role = values.as ? roles[values.as] : undefined;
const known = new Set(caseNames);
const only = values.only?.split(',');
const unknown = only?.filter((name) => !known.has(name)) ?? [];

if (role) role();
else if (values.help) console.log(help);
else if (unknown.length) {
  console.error(`There is no case ${unknown.join(', ')}.\n${help}`);
  process.exitCode = 1;
} else {
  await bench({
    json: values.json,
    only: only && new Set(only),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    orders: Number(values.orders),
    profile: values.profile,
  });
}
