import { TriangleAlert } from 'lucide-react';
import { formatRupees } from '../../lib/format.ts';
import { DataStatusMark } from '../../ui/data-status.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { positionLabels } from './position-rules.ts';
import { ProfitFields } from './profit-fields.tsx';
import type { PositionForm } from './use-position-form.ts';

type TextField = 'stockQuantity' | 'openPrice' | 'closePrice';

/** The fields of a position. Their ids begin with `position-`, for the error summary. */
export function PositionFields({ form }: { form: PositionForm }) {
  const { values, errors, busy, change } = form;
  const number = (field: TextField, optional = false) => (
    <Field id={`position-${field}`} label={positionLabels[field]} error={errors[field]} optional={optional}>
      {(control) => (
        <input
          {...control}
          className="tp-input"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          name={field}
          readOnly={busy}
          value={values[field]}
          onChange={(event) => change(field, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <>
      <SymbolField form={form} />
      <div className="tp-pair">
        <Field id="position-type" label="Type" error={errors.type}>
          {(control) => (
            <select {...control} className="tp-input" name="type" disabled={busy} value={values.type} onChange={(event) => change('type', event.target.value)}>
              <option value="">Choose</option>
              <option value="BUY">BUY</option>
              <option value="SELL">SELL</option>
            </select>
          )}
        </Field>
        {number('stockQuantity')}
      </div>
      <div className="tp-pair">
        {number('openPrice')}
        {number('closePrice', true)}
      </div>
      <Field id="position-status" label="Status" error={errors.status}>
        {(control) => (
          <select {...control} className="tp-input" name="status" disabled={busy} value={values.status} onChange={(event) => change('status', event.target.value)}>
            <option value="active">Active</option>
            <option value="closed">Closed</option>
          </select>
        )}
      </Field>
      {values.status === 'closed' && values.closePrice.trim() === '' && (
        <p className="tp-error tp-warning" role="status">
          <Icon of={TriangleAlert} size={15} />
          <span>Closed without a close price: the market's price of the moment fixes the calculated profit.</span>
        </p>
      )}
      <ProfitFields form={form} />
    </>
  );
}

/** The share: one of the 44 or any other word. A known one shows its price now. */
function SymbolField({ form }: { form: PositionForm }) {
  const { values, errors, busy, change, snapshot, instruments } = form;
  const hint = snapshot ? (
    <span className="tp-calculated">
      {snapshot.name}, {formatRupees(snapshot.price)} <DataStatusMark status={snapshot.status} />
    </span>
  ) : (
    'One of the listed shares, or any other name'
  );
  return (
    <Field id="position-symbol" label="Symbol" error={errors.symbol} hint={hint}>
      {(control) => (
        <>
          <input
            {...control}
            className="tp-input"
            type="text"
            name="symbol"
            list="position-symbols"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={30}
            readOnly={busy}
            value={values.symbol}
            onChange={(event) => change('symbol', event.target.value.toUpperCase())}
          />
          <datalist id="position-symbols">
            {instruments.map(({ symbol, name }) => (
              <option key={symbol} value={symbol}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
