import { X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Road } from './sidebar.tsx';

/** The road on small screens: slides in from the left, keeps the focus, and closes on Esc, on the cross, on a press beside it, or after choosing. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because closing gives the focus back only while the element still stands in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    // A modal <dialog> keeps the focus inside, makes the page behind inert, and gives the focus back to the menu button.
    element?.showModal();
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = '';
      element?.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, and the dialog element has it by itself.
    <dialog ref={dialog} className="tp-drawer" aria-label="Menu" onCancel={onClose} onClick={(event) => event.target === dialog.current && onClose()}>
      <div className="tp-drawer-sheet">
        <div className="tp-drawer-head">
          <Logo />
          <button type="button" className="tp-icon-button" aria-label="Close menu" title="Close menu" onClick={onClose}>
            <Icon of={X} size={20} />
          </button>
        </div>
        <Road onChoose={onClose} />
      </div>
    </dialog>
  );
}
