import { DateTimeText, Icon, isIconName, ShortcutKeys, useEndpoint } from '@millwright/core/browser';
import { Link } from 'react-router';
import { listMySessions } from '../../../core/contracts/sign-in/auth.contract.ts';
import { menuOf } from '../../navigation/menu.ts';
import { openPalette } from '../../navigation/palette/palette-store.ts';
import type { SessionData } from '../../session/session-data.ts';
import classes from './dashboard.module.css';

/** With more screens than this the menu is easier to use. */
const few = 6;
const fewOfStation = 36;

/** Large links for roles with few screens, such as shop floor stations and customers. */
export function DashboardLinks({ data }: { data: SessionData }) {
  const isStation = data.state.account?.roleType === 'scanner';
  const items = menuOf(data.plugins)
    // Setup is not needed on the shop floor.
    .filter(({ title }) => !isStation || title !== 'Setup')
    .flatMap((section) => section.items)
    .filter(({ path }) => path !== '/dashboard');
  const most = isStation ? fewOfStation : few;
  if (items.length === 0 || items.length > most) return null;
  return (
    <nav className={classes['links']} data-wide aria-label="Where to go">
      <button type="button" className={classes['link']} onClick={openPalette}>
        <Icon name="search" size={20} />
        <span className={classes['linkText']}>Find</span>
        <ShortcutKeys keys="mod+k" />
      </button>
      {items.map(({ id, path, title, icon, shortcut }) => (
        <Link key={id} to={path} className={classes['link']}>
          <Icon name={isIconName(icon) ? icon : 'document'} size={20} />
          <span className={classes['linkText']}>{title}</span>
          {shortcut && <ShortcutKeys keys={shortcut} />}
        </Link>
      ))}
      <DevicesLink />
    </nav>
  );
}

/** Link to the person's own sessions, because a station should not be signed in elsewhere. */
function DevicesLink() {
  const { data } = useEndpoint(listMySessions);
  const current = data?.items.find(({ isCurrent }) => isCurrent);
  if (!data || !current) return null;
  const others = data.count - 1;
  return (
    <Link to="/dashboard/profile" className={classes['link']}>
      <Icon name="user" size={20} />
      <span className={classes['linkText']}>
        Your profile
        <span className={classes['linkHint']}>
          Signed in <DateTimeText value={current.createdAt} relative />
          {others > 0 && ` · ${others === 1 ? 'one other device' : `${others} other devices`}`}
        </span>
      </span>
    </Link>
  );
}
