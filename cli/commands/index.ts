import type { AnyCommand } from '@millwright/core/cli';
import { root } from '../installation/root.ts';
import { newCommands } from '../new/new.command.ts';
import {
  accountClose,
  accountCreate,
  accountDelete,
  accountList,
  accountOpen,
  accountPlan,
} from './accounts/account.command.ts';
import { accountExport, accountImport } from './accounts/account-archive.command.ts';
import { accountMove } from './accounts/account-move.command.ts';
import { exportList } from './accounts/export.command.ts';
import { fileAdd, fileGet, fileList, fileShare } from './accounts/file.command.ts';
import { importCommands } from './accounts/import.command.ts';
import { personDelete } from './accounts/person.command.ts';
import {
  userCreate,
  userInvite,
  userOperator,
  userResetPassword,
  userResetSecondFactor,
} from './accounts/user.command.ts';
import {
  webhookCreate,
  webhookDeliveries,
  webhookList,
  webhookPause,
  webhookReplay,
  webhookResume,
  webhookRotate,
  webhookTest,
} from './accounts/webhook.command.ts';
import { completion } from './completion.command.ts';
import { backup, restore } from './installation/backup.command.ts';
import { demoKeep, demoRemove } from './installation/demo.command.ts';
import { distribute } from './installation/distribute.command.ts';
import { doctor } from './installation/doctor.command.ts';
import { jobsList, jobsRelease, jobsRetry, jobsShow } from './installation/jobs.command.ts';
import { pluginDisable, pluginEnable, pluginList } from './installation/plugin.command.ts';
import { recoveryBase, recoveryList, recoveryRestore } from './installation/recovery.command.ts';
import { reset } from './installation/reset.command.ts';
import { secretRotate } from './installation/secret.command.ts';
import { migrateCommand, startCommand, status, stopCommand } from './installation/server.command.ts';
import { servicePrint } from './installation/service.command.ts';
import { login, logout, me, profiles } from './profile.command.ts';

/** Commands that belong to no plugin, in the order of `--help`. */
export const commands: readonly AnyCommand[] = [
  startCommand,
  stopCommand,
  status,
  migrateCommand,
  doctor,
  jobsList,
  jobsShow,
  jobsRelease,
  jobsRetry,
  backup,
  restore,
  recoveryBase,
  recoveryList,
  recoveryRestore,
  secretRotate,
  reset,
  servicePrint,
  distribute,
  demoKeep,
  demoRemove,
  accountCreate,
  accountList,
  accountClose,
  accountOpen,
  accountPlan,
  accountDelete,
  accountExport,
  accountImport,
  accountMove,
  pluginList,
  pluginEnable,
  pluginDisable,
  userInvite,
  userCreate,
  userResetPassword,
  userOperator,
  userResetSecondFactor,
  personDelete,
  login,
  logout,
  profiles,
  me,
  ...importCommands,
  exportList,
  fileList,
  fileAdd,
  fileGet,
  fileShare,
  webhookList,
  webhookCreate,
  webhookPause,
  webhookResume,
  webhookRotate,
  webhookTest,
  webhookReplay,
  webhookDeliveries,
  ...newCommands(root),
  completion,
];
