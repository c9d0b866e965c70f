import { ApiError } from '../contracts/client.ts';

/** The refusal that a call must end with. */
export async function apiRefusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('It was not refused', { cause: error });
  return error;
}
