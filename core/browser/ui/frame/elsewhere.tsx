import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useOtherAccounts } from '../../screens/session.tsx';
import classes from '../feedback/states.module.css';

/** Largest number of other accounts that are searched. */
const mostAsked = 8;

/** Shows that the missing record exists in another account of the person, with a link. */
export function Elsewhere({ url, what }: { url: string; what: string }) {
  const others = useOtherAccounts().slice(0, mostAsked);
  const found = useQuery({
    queryKey: ['elsewhere', url],
    enabled: url !== '' && others.length > 0,
    staleTime: 60_000,
    retry: false,
    queryFn: async () => {
      const answers = await Promise.all(
        others.map(({ id }) => fetch(url, { headers: { 'account-id': id } }).then(({ ok }) => ok)),
      );
      return others[answers.indexOf(true)] ?? null;
    },
  });
  if (!found.data) return null;
  const { name, slug } = found.data;
  return (
    <>
      <p className={classes['text']}>
        This {what} is in your account {name}.
      </p>
      <Button
        onClick={() => {
          const address = new URL(location.href);
          address.searchParams.set('account', slug);
          // A full page load, so that no data of this account stays.
          location.assign(address);
        }}
      >
        Open it in {name}
      </Button>
    </>
  );
}
