import { ApiError } from '../../contracts/client.ts';

/** The error of a call that must fail. */
export async function apiRefusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('It was not refused', { cause: error });
  return error;
}
