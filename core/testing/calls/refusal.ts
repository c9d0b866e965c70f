import { expect } from 'vitest';
import { problemBody } from '../../contracts/endpoints/problem.ts';

/** Status, code and field errors of a refusal. Checks that its body is a complete problem. */
export async function refusalOf(response: Response | Promise<Response>) {
  const answer = await response;
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = problemBody.parse(await answer.json());
  expect(body.status).toBe(answer.status);
  expect(body.requestID).toBe(answer.headers.get('x-request-id'));
  expect(body.message).not.toBe('');
  return { status: answer.status, code: body.code, paths: body.errors.map(({ path }) => path), message: body.message };
}
