import { Problem } from '../../contracts/endpoints/problem.ts';

/**
 * A refusal that commits its transaction: a failed sign-in has to be counted, and a replayed refresh token has to end
 * its session, although the caller gets an error. Thrown inside a transaction of the auth role, which commits and then
 * rethrows it.
 */
export class CommittedRefusal extends Problem {
  constructor(problem: Problem) {
    super(problem);
    this.name = 'CommittedRefusal';
  }
}
