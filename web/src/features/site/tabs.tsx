import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import './tabs.css';

export interface Tab {
  /** Its name in the address. */
  name: string;
  label: string;
  /** A hidden one has a body and no button. */
  hidden?: boolean;
  body: ReactNode;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** Tabs with one stop in the tab order: arrows, Home and End move and choose. All bodies stand in the page, so that they are found and printed. */
export function Tabs({ label, tabs, chosen, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.filter(({ hidden }) => !hidden);
  const press = (event: KeyboardEvent) => {
    const at = shown.findIndex(({ name }) => name === chosen);
    const ways: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 };
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const to = (way + shown.length) % shown.length;
    onChoose(shown[to]?.name ?? chosen);
    const button = list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[to];
    button?.focus();
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <div className="site-tabs">
      {/* Out of 768 px the row scrolls inside itself. */}
      <div ref={list} role="tablist" aria-label={label} onKeyDown={press}>
        {shown.map(({ name, label: word }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${name}-tab`}
            aria-controls={`${name}-panel`}
            aria-selected={name === chosen}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {word}
          </button>
        ))}
      </div>
      {tabs.map(({ name, hidden, body }) => (
        <div key={name} role="tabpanel" id={`${name}-panel`} aria-labelledby={hidden ? undefined : `${name}-tab`} hidden={hidden || name !== chosen}>
          {body}
        </div>
      ))}
    </div>
  );
}
