import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Icon, isIconName, useClient, useSession } from '@millwright/core/browser';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { z } from 'zod';
import { type AnyEndpoint, endpoint } from '../../core/contracts/endpoints/endpoint.ts';
import type { WaitingCount } from '../../core/contracts/plugins/screen.ts';
import { useSessionData } from '../session/session.tsx';
import { activeItem, isFoldedAtFirst, type MenuItem, type MenuSection, menuOf } from './menu.ts';
import { foldSection, togglePin, useMenuMemory } from './menu-memory.ts';
import classes from './navigation.module.css';

/**
 * The screens of a person by task. Sections collapse, items can be pinned to the top, work queues show their number of
 * waiting entries.
 */
export function MenuSections({ onNavigate }: { onNavigate?(): void }) {
  const { plugins } = useSessionData();
  const { account } = useSession();
  const { pathname } = useLocation();
  const accountID = account?.id ?? '';
  const { folded, pins } = useMenuMemory(accountID);
  const sections = menuOf(plugins);
  const active = activeItem(sections, pathname);
  const items = sections.flatMap((section) => section.items);
  const pinned = pins.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const itemProps = { accountID, pins, ...(onNavigate ? { onNavigate } : {}) };
  return (
    <>
      {pinned.length > 0 && (
        <Section
          section={{ title: 'Pinned', items: pinned }}
          isFolded={folded['Pinned'] ?? false}
          onFold={(isFolded) => foldSection(accountID, 'Pinned', isFolded)}
          // A pinned item is only highlighted in its own section.
          active={undefined}
          {...itemProps}
        />
      )}
      {sections.map((section) => (
        <Section
          key={section.title}
          section={section}
          isFolded={folded[section.title] ?? isFoldedAtFirst(section.title)}
          onFold={(isFolded) => foldSection(accountID, section.title, isFolded)}
          active={active}
          {...itemProps}
        />
      ))}
    </>
  );
}

interface ItemProps {
  accountID: string;
  pins: readonly string[];
  onNavigate?(): void;
}

function Section({
  section: { title, items },
  isFolded,
  onFold,
  active,
  ...rest
}: ItemProps & {
  section: MenuSection;
  isFolded: boolean;
  onFold(isFolded: boolean): void;
  active: MenuItem | undefined;
}) {
  // The section of the current screen is always expanded.
  const isOpen = !isFolded || items.some((item) => item === active);
  const list = (
    <ul className={classes['list']}>
      {items.map((item) => (
        <li key={item.id} className={classes['item']}>
          <Item item={item} isActive={item === active} {...rest} />
        </li>
      ))}
    </ul>
  );
  return (
    <section className={classes['section']} aria-label={title}>
      {title === 'Home' ? (
        list
      ) : (
        <details open={isOpen}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control, Enter and Space click it */}
          <summary
            className={classes['fold']}
            onClick={(event) => {
              event.preventDefault();
              onFold(isOpen);
            }}
          >
            <h2 className={classes['heading']}>{title}</h2>
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
          </summary>
          {isOpen && list}
        </details>
      )}
    </section>
  );
}

function Item({ item, isActive, accountID, pins, onNavigate }: ItemProps & { item: MenuItem; isActive: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  const isPinned = pins.includes(item.id);
  const labelID = useId();
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <>
      <Link
        ref={link}
        to={item.path}
        className={classes['link']}
        aria-current={isActive ? 'page' : undefined}
        onClick={onNavigate}
      >
        <Icon name={isIconName(item.icon) ? item.icon : 'document'} />
        <span className={classes['grow']} id={labelID}>
          {item.title}
        </span>
        {item.count && <Waiting count={item.count} />}
      </Link>
      <UnstyledButton
        className={classes['pin']}
        data-pinned={isPinned || undefined}
        aria-label="Pinned"
        aria-describedby={labelID}
        aria-pressed={isPinned}
        onClick={() => togglePin(accountID, item.id)}
      >
        <Icon name="star" size={12} />
      </UnstyledButton>
    </>
  );
}

const mostShown = 999;
const counts = z.object({ count: z.int() });
type Counts = z.output<typeof counts>;

/** Number of waiting entries in a queue; nothing if it is zero or unknown. */
function Waiting({ count: { list, path, query } }: { count: WaitingCount }) {
  const client = useClient();
  const { data = 0 } = useQuery({
    queryKey: [list, 'waiting', query],
    // The count is invalidated whenever its list is.
    meta: { path },
    queryFn: async ({ signal }) => {
      const parts = { name: list, method: 'GET', path, signedIn: 'its list', summary: list, reply: counts } as const;
      const answer = (await client.call<AnyEndpoint>(
        endpoint(parts),
        { query: { ...query, take: 1 } },
        { signal },
      )) as Counts;
      return answer.count;
    },
    staleTime: 60_000,
    refetchInterval: 120_000,
  });
  if (data === 0) return null;
  return (
    <span className={classes['waiting']}>
      {data > mostShown ? `${mostShown}+` : data}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  );
}
