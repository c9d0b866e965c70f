import { Menu, ScrollArea, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { accountURL, Icon, ShortcutKeys, useSession, useShortcut } from '@millwright/core/browser';
import { Link, useNavigate } from 'react-router';
import { Bell } from '../inbox/bell.tsx';
import { useColorSchemeChoice } from '../session/color-scheme.tsx';
import { useInvitations } from '../session/invitations.ts';
import { useSessionData } from '../session/session.tsx';
import { type MenuItem, menuOf } from './menu.ts';
import { MenuSections } from './menu-sections.tsx';
import classes from './navigation.module.css';
import { openPalette } from './palette/palette-store.ts';

/** Account, search, menu and profile. `onNavigate` closes the drawer on small screens. */
export function Navigation({ onNavigate }: { onNavigate?(): void }) {
  return (
    <div className={classes['column']}>
      <AccountSwitcher {...(onNavigate ? { onNavigate } : {})} />
      <div className={classes['tools']}>
        <UnstyledButton
          className={classes['search']}
          onClick={() => {
            onNavigate?.();
            openPalette();
          }}
        >
          <Icon name="search" />
          <span className={classes['grow']}>Find</span>
          <ShortcutKeys keys="mod+k" />
        </UnstyledButton>
        {/* On narrow screens it stands in the bar above. */}
        {!onNavigate && <Bell />}
      </div>
      <ScrollArea className={classes['scroll']} type="hover" scrollbarSize={6}>
        <nav aria-label="Main">
          <MenuSections {...(onNavigate ? { onNavigate } : {})} />
        </nav>
      </ScrollArea>
      <PersonMenu {...(onNavigate ? { onNavigate } : {})} />
    </div>
  );
}

/** Registers shortcuts such as `g p`. Separate from the menu, because the menu may be rendered twice. */
export function MenuShortcuts() {
  const { plugins } = useSessionData();
  const items = menuOf(plugins).flatMap(({ items }) => items);
  return items.map((item) => (item.shortcut ? <MenuShortcut key={item.id} item={item} keys={item.shortcut} /> : null));
}

function MenuShortcut({ item, keys }: { item: MenuItem; keys: string }) {
  const navigate = useNavigate();
  useShortcut(keys, () => void navigate(item.path), { label: item.title, group: 'Go to' });
  return null;
}

function AccountSwitcher({ onNavigate }: { onNavigate?(): void }) {
  const invitations = useInvitations().items.length;
  const { account, availableAccounts, switchAccount } = useSession();
  const name = account?.name ?? 'No account';
  const sign = (
    <>
      {account?.logoURL ? (
        <img className={classes['logo']} src={accountURL(account.logoURL)} alt="" />
      ) : (
        <span className={classes['mark']} style={{ background: colorOf(account?.id ?? '') }} aria-hidden="true">
          {initials(name)}
        </span>
      )}
      <span className={classes['names']}>
        <span className={`${classes['name']} ${classes['accountName']}`}>{name}</span>
        {account && <span className={classes['hint']}>{account.role}</span>}
      </span>
    </>
  );
  const waiting = invitations === 1 ? 'invitation' : 'invitations';
  if (availableAccounts.length < 2 && !invitations) return <div className={classes['account']}>{sign}</div>;
  return (
    <Menu position="bottom-start" width={232}>
      <Menu.Target>
        <UnstyledButton className={classes['account']}>
          {sign}
          <VisuallyHidden>, switch account</VisuallyHidden>
          {invitations > 0 && (
            <span className={classes['waiting']}>
              {invitations}
              <VisuallyHidden> {waiting}</VisuallyHidden>
            </span>
          )}
          <Icon name="chevronDown" className={classes['chevron']} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Accounts, for this tab</Menu.Label>
        {availableAccounts.map(({ id, name: other }) => (
          <Menu.Item
            key={id}
            leftSection={
              <span className={classes['swatch']} style={{ background: colorOf(id) }}>
                {id === account?.id && <Icon name="check" size={12} />}
              </span>
            }
            aria-current={id === account?.id || undefined}
            onClick={() => id !== account?.id && switchAccount(id)}
          >
            {other}
          </Menu.Item>
        ))}
        {invitations > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} to="/dashboard/profile" leftSection={<Icon name="mail" />} onClick={onNavigate}>
              {invitations} {waiting}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function PersonMenu({ onNavigate }: { onNavigate?(): void }) {
  const { user, signOut } = useSession();
  const data = useSessionData();
  const { isDark, choose } = useColorSchemeChoice(data.user);
  return (
    <Menu position="top-start" width={232}>
      <Menu.Target>
        <UnstyledButton className={classes['person']}>
          {user.image ? (
            <img className={classes['photo']} src={accountURL(user.image)} alt="" />
          ) : (
            <span className={classes['photo']} aria-hidden="true">
              {initials(user.name)}
            </span>
          )}
          <span className={classes['names']}>
            <span className={classes['name']}>{user.name}</span>
            <span className={classes['hint']}>{user.email}</span>
          </span>
          <VisuallyHidden>, your menu</VisuallyHidden>
          <Icon name="dots" className={classes['chevron']} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/dashboard/profile" leftSection={<Icon name="user" />} onClick={onNavigate}>
          Your profile
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name={isDark ? 'sun' : 'moon'} />}
          onClick={() => choose(isDark ? 'light' : 'dark')}
        >
          {isDark ? 'Light colours' : 'Dark colours'}
        </Menu.Item>
        {data.user.colorScheme !== 'auto' && (
          <Menu.Item leftSection={<Icon name="refresh" />} onClick={() => choose('auto')}>
            Colours of the device
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="keyboard" />}
          rightSection={<ShortcutKeys keys="?" />}
          // Dispatched after the menu has returned the focus, because key events inside a menu do not reach the screen.
          onClick={() =>
            setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true })), 50)
          }
        >
          Keyboard
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A fixed color per account, dark enough for white letters. */
function colorOf(id: string): string {
  const sum = [...id].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 360, 7);
  return `oklch(0.45 0.12 ${sum})`;
}

/** Initials of a name, at most two. */
function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => /^\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '·';
}
