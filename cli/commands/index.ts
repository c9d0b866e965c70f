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
} from './account.command.ts';
import { accountExport, accountImport } from './account-archive.command.ts';
import { accountMove } from './account-move.command.ts';
import { backup, restore } from './backup.command.ts';
import { completion } from './completion.command.ts';
import { demoKeep, demoRemove } from './demo.command.ts';
import { distribute } from './distribute.command.ts';
import { doctor } from './doctor.command.ts';
import { exportList } from './export.command.ts';
import { importCommands } from './import.command.ts';
import { jobsList, jobsRelease, jobsRetry, jobsShow } from './jobs.command.ts';
import { personDelete } from './person.command.ts';
import { pluginDisable, pluginEnable, pluginList } from './plugin.command.ts';
import { login, logout, me, profiles } from './profile.command.ts';
import { recoveryBase, recoveryList, recoveryRestore } from './recovery.command.ts';
import { reset } from './reset.command.ts';
import { secretRotate } from './secret.command.ts';
import { migrateCommand, startCommand, status, stopCommand } from './server.command.ts';
import { servicePrint } from './service.command.ts';
import { userCreate, userInvite, userOperator, userResetPassword, userResetSecondFactor } from './user.command.ts';

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
  ...newCommands(root),
  completion,
];
