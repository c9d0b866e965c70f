import { Problem } from '../contracts/problem.ts';

/**
 * A refusal whose writes are kept: a failed sign-in has to count and a replayed refresh token has to end its session,
 * although the caller gets an error. Thrown inside a transaction of the auth role it commits and is raised afterwards.
 */
export class KeptRefusal extends Problem {
  constructor(problem: Problem) {
    super(problem);
    this.name = 'KeptRefusal';
  }
}
