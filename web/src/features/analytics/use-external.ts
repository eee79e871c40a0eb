import { useCallback, useState } from 'react';

/** Which cards show the external service. It is asked once for each visit to the page; nothing is loaded before. */
export function useExternal() {
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState<{ symbol: string | undefined }>();
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);

  const show = useCallback((symbol: string | undefined, on: boolean) => {
    // A choice for all ends the choices for one; a choice for one ends the choice for all only in being taken back.
    if (symbol === undefined) {
      setAll(on);
      setShown(new Set());
      return;
    }
    setShown((before) => {
      const next = new Set(before);
      if (on) next.add(symbol);
      else next.delete(symbol);
      return next;
    });
  }, []);

  /** Turns one card, or all with `undefined`, to the external service or back. */
  const turn = useCallback(
    (symbol: string | undefined, on: boolean) => {
      if (on && !agreed) setAsked({ symbol });
      else show(symbol, on);
    },
    [agreed, show],
  );

  return {
    asked,
    all,
    /** With all turned on, a card is taken out by its own switch. */
    isExternal: (symbol: string) => all !== shown.has(symbol),
    turn,
    turnOne: useCallback((symbol: string, on: boolean) => turn(symbol, all ? !on : on), [turn, all]),
    agree() {
      setAgreed(true);
      show(asked?.symbol, true);
      setAsked(undefined);
    },
    refuse: () => setAsked(undefined),
  };
}
