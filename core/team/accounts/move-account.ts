import { problems } from '../../contracts/endpoints/problem.ts';
import { awayProblem } from '../../tenancy/access/access.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { changeClosing } from './close-account.ts';

/*
 * The move of an account to another installation. Here the account is open, then moving (`movingSince`), then moved
 * (`movedTo`). The copy there is closed and moving, then open. The copy is opened only after the account has moved, so
 * the account is never open in both.
 */

/**
 * Refuses all work in the account until the move ends or is taken back. A second move of the same account continues the
 * first.
 * @returns the start of the move
 * @throws Problem 421 `account_moved`, 409 `conflict` for a closed one
 */
export const beginMove = (tenancy: Tenancy, accountID: string): Promise<Date> =>
  changeClosing(tenancy, accountID, 'move_begun', (account, now) => {
    if (account.movedTo) throw awayProblem(account.movedTo);
    if (account.closedAt) throw problems.conflict({ message: 'A closed account does not move: open it first' });
    return { ...account, movingSince: account.movingSince ?? now };
  }).then(({ movingSince }) => movingSince as Date);

/** Opens the account here again after a move that failed. @throws Problem 421 `account_moved` */
export const takeMoveBack = (tenancy: Tenancy, accountID: string): Promise<void> =>
  changeClosing(tenancy, accountID, 'move_taken_back', (account) => {
    if (account.movedTo) throw awayProblem(account.movedTo);
    return { ...account, movingSince: null };
  }).then(() => undefined);

/** Closes the account here for good; calls and old links get the new address. */
export const leaveFor = (tenancy: Tenancy, accountID: string, address: string): Promise<void> =>
  changeClosing(
    tenancy,
    accountID,
    'moved_away',
    (account, now) => ({ closedAt: account.closedAt ?? now, movingSince: null, movedTo: address }),
    address,
  ).then(() => undefined);

/** Opens the copy in the installation that the account has moved to. */
export const arriveHere = (tenancy: Tenancy, accountID: string): Promise<void> =>
  changeClosing(tenancy, accountID, 'moved_here', () => ({ closedAt: null, movingSince: null, movedTo: null })).then(
    () => undefined,
  );
