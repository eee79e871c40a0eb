import { formatRupees, formatSignedRupees } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldNotes } from '../../ui/field.tsx';
import { Entered, SignedRupees } from './profit.tsx';
import type { PositionForm } from './use-position-form.ts';

/** The profit and its colour with the calculated figure beside them; another one is marked as entered and asks for a note. */
export function ProfitFields({ form }: { form: PositionForm }) {
  const { values, errors, busy, change, isOwnFigure } = form;
  return (
    <>
      <Field id="position-profit" label="Profit" error={errors.profit} hint="Without a sign: the colour says gain or loss">
        {(control) => (
          <input
            {...control}
            className="tp-input"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            name="profit"
            min="0"
            step="0.01"
            readOnly={busy}
            value={values.profit}
            onChange={(event) => change('profit', event.target.value)}
          />
        )}
      </Field>
      <Calculated form={form} />
      <ColorField form={form} />
      {(isOwnFigure || values.note !== '') && (
        <Field
          id="position-note"
          label="Note"
          error={errors.note}
          optional
          hint={isOwnFigure ? 'Why does it differ from the calculated figure? The client can read this.' : 'The client can read this.'}
        >
          {(control) => (
            <input
              {...control}
              className="tp-input"
              type="text"
              name="note"
              maxLength={200}
              autoComplete="off"
              readOnly={busy}
              value={values.note}
              onChange={(event) => change('note', event.target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Calculated({ form }: { form: PositionForm }) {
  const { computed, follows, isOwnFigure, setFollows, busy } = form;
  if (computed === undefined) return <p className="tp-hint">The calculated figure appears once type, quantity, open price and a price to compare with are known.</p>;
  return (
    <div className="tp-calculated">
      <span>
        Calculated <SignedRupees amount={computed} />
      </span>
      {follows ? (
        <span className="tp-hint">In use; it follows the figures above.</span>
      ) : (
        <Button small onClick={() => !busy && setFollows(true)}>
          Use calculated
        </Button>
      )}
      {isOwnFigure && <Entered beside={`Calculated ${computed === 0 ? formatRupees(0) : formatSignedRupees(computed)}`} />}
    </div>
  );
}

const choices = [
  ['green', 'up', 'M0 7 4 0l4 7z', 'green, gain'],
  ['red', 'down', 'M0 0h8L4 7z', 'red, loss'],
] as const;

/** Radio buttons with word and triangle. Neutral stands there only when the calculated profit is 0. */
function ColorField({ form: { values, errors, busy, change } }: { form: PositionForm }) {
  const invalid = errors.profitColor ? true : undefined;
  return (
    <fieldset className="tp-field tp-radio-field" data-invalid={invalid} aria-describedby={invalid && 'position-profitColor-error'}>
      <legend className="tp-label">Profit Color</legend>
      <div className="tp-radios">
        {choices.map(([color, direction, shape, words], at) => (
          <label key={color} className="tp-check">
            <input
              id={at === 0 ? 'position-profitColor' : undefined}
              type="radio"
              name="profitColor"
              value={color}
              disabled={busy}
              checked={values.profitColor === color}
              onChange={() => change('profitColor', color)}
            />
            <span className={`tp-signed tp-${direction}`}>
              <svg viewBox="0 0 8 7" width="8" height="7" aria-hidden="true" focusable="false">
                <path d={shape} fill="currentColor" />
              </svg>
              {words}
            </span>
          </label>
        ))}
        {values.profitColor === 'neutral' && (
          <label className="tp-check">
            <input type="radio" name="profitColor" value="neutral" disabled={busy} checked onChange={() => change('profitColor', 'neutral')} />
            <span>neutral, neither</span>
          </label>
        )}
      </div>
      <FieldNotes id="position-profitColor" error={errors.profitColor} />
    </fieldset>
  );
}
