import { listSampleRecordsCommand } from './list-sample-records.command.ts';

export default [listSampleRecordsCommand];
