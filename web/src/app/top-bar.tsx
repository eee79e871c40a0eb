import { ChevronDown, LogOut, Menu, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useUser } from '../lib/use-session.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Portrait } from '../ui/portrait.tsx';
import { Drawer } from './drawer.tsx';
import { signOutHere } from './sign-out.ts';
import { useMenu } from './use-menu.ts';

/** Menu button and logo on small screens; always the person with Profile and Logout. */
export function TopBar({ withMenu }: { withMenu: boolean }) {
  const [drawer, setDrawer] = useState(false);
  return (
    <header className="tp-topbar">
      {withMenu && (
        <>
          <button type="button" className="tp-icon-button" aria-label="Open menu" title="Open menu" aria-haspopup="dialog" aria-expanded={drawer} onClick={() => setDrawer(true)}>
            <Icon of={Menu} size={22} />
          </button>
          <Link to="/dashboard" aria-label="Tradepost, home">
            <Logo height={26} />
          </Link>
        </>
      )}
      <ProfileMenu shortName={withMenu} />
      {drawer && withMenu && <Drawer onClose={() => setDrawer(false)} />}
    </header>
  );
}

function ProfileMenu({ shortName }: { shortName: boolean }) {
  const user = useUser();
  const menu = useMenu();
  return (
    <div className="tp-profile" ref={menu.box}>
      <button type="button" className="tp-profile-button" aria-haspopup="menu" aria-expanded={menu.open} {...menu.button}>
        <Portrait name={user.name} image={user.image} />
        <span>{shortName ? user.name.split(' ')[0] : user.name}</span>
        <Icon of={ChevronDown} size={15} />
      </button>
      {menu.open && (
        <div className="tp-menu" role="menu" aria-label="Profile" {...menu.list}>
          <Link role="menuitem" tabIndex={-1} to="/profile" onClick={menu.close}>
            <Icon of={UserRound} />
            Profile
          </Link>
          <button role="menuitem" tabIndex={-1} type="button" onClick={() => void signOutHere()}>
            <Icon of={LogOut} />
            Logout
          </button>
        </div>
      )}
    </div>
  );
}
