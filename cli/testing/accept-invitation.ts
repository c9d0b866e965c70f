const post = (address: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Joins an account with the link of an invitation, as a person with a sign-in on the server. */
export async function acceptInvitationAs(
  url: string,
  person: { email: string; password: string },
  link: string,
): Promise<void> {
  const login = await post(`${url}/api/auth/actions/login`, { identifier: person.email, password: person.password });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const token = new URL(link).searchParams.get('token');
  const accepted = await post(`${url}/api/auth/actions/accept-invitation`, { token }, { cookie });
  if (!accepted.ok) throw new Error(`The invitation was not accepted: ${await accepted.text()}`);
}
