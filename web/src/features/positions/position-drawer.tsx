import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { Drawer } from 'antd';
import { formatFigure, formatTime } from '../../lib/format.ts';
import { useLast } from '../../lib/use-last.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { formatQuantity, signedProfit } from './figures.ts';
import { PositionFields } from './position-fields.tsx';
import { positionFields, positionLabels, readNumber, valuesOf } from './position-rules.ts';
import { Entered, Side, SignedRupees } from './profit.tsx';
import { type PositionForm, usePositionForm } from './use-position-form.ts';

interface Props {
  account: string;
  /** A position to edit, `new` for one more, undefined while closed. */
  asked: Position | 'new' | undefined;
  reread: (id: string) => Promise<Position | undefined>;
  onDone: (message: string) => void;
  onCancel: () => void;
}

/** A position in a panel at the side, so that the table stays readable; on phones it fills the screen. */
export function PositionDrawer({ asked, onCancel, ...rest }: Props) {
  const shown = useLast(asked);
  return (
    <Drawer open={asked !== undefined} onClose={onCancel} title={shown === 'new' ? 'Add Position' : 'Edit position'} size={480} destroyOnHidden mask={{ closable: false }}>
      {shown && <Form {...rest} asked={shown} onCancel={onCancel} />}
    </Drawer>
  );
}

function Form({ account, asked, reread, onDone, onCancel }: Props & { asked: Position | 'new' }) {
  const position = asked === 'new' ? undefined : asked;
  const form = usePositionForm({ account, position, reread: async () => (position ? reread(position._id) : undefined), onDone });
  const entries = [
    ...positionFields.flatMap((field) => {
      const message = form.errors[field];
      return message ? [{ id: `position-${field}`, label: positionLabels[field], message }] : [];
    }),
    ...form.rest.map((message) => ({ message })),
  ];
  return (
    <form
      className="tp-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      {form.conflict && <Conflict form={form} theirs={form.conflict} />}
      <ErrorSummary entries={entries} attempt={form.attempt} />
      <PositionFields form={form} />
      <Preview form={form} />
      <div className="tp-actions">
        <Button onClick={onCancel} aria-disabled={form.busy}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={form.busy} busyLabel="Saving...">
          {position ? 'Save Changes' : 'Add Position'}
        </Button>
      </div>
    </form>
  );
}

/** Somebody was faster: what stands there now beside what stands in the fields, where they differ. */
function Conflict({ form, theirs }: { form: PositionForm; theirs: Position }) {
  const stored = valuesOf(theirs);
  const fields = positionFields.filter((field) => stored[field].trim() !== form.values[field].trim());
  return (
    <>
      <Banner kind="warn" focus>
        Somebody changed this position at {formatTime(theirs.updatedAt)}. Your figures are kept; compare and save again.
      </Banner>
      {fields.length > 0 && (
        <table className="tp-conflict">
          <caption className="tp-hidden">What differs</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now stored</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{positionLabels[field]}</th>
                <td>{stored[field] || '-'}</td>
                <td>{form.values[field] || '-'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** How the client will see the row. */
function Preview({ form: { values, snapshot, isOwnFigure } }: { form: PositionForm }) {
  const [quantity, open, close, profit] = [values.stockQuantity, values.openPrice, values.closePrice, values.profit].map(readNumber);
  const price = values.status === 'active' ? (snapshot?.price ?? close) : (close ?? snapshot?.price);
  if (values.symbol.trim() === '' || values.type === '' || profit === undefined) return null;
  const profitColor = values.profitColor === 'red' ? 'red' : 'green';
  return (
    <section className="tp-preview" aria-label="How the client will see it">
      <span className="tp-hint">How the client will see it</span>
      <div className="tp-card-line">
        <span className="tp-card-symbol">
          <b>{values.symbol.trim()}</b>
          <Side type={values.type} />
        </span>
        <SignedRupees amount={signedProfit({ profit, profitColor })} />
      </div>
      <div className="tp-card-line" data-quiet>
        <span>
          {formatQuantity(quantity ?? 0)} at {formatFigure(open)}
          {price !== undefined && ` · ${values.status === 'active' ? 'last' : 'closed'} ${formatFigure(price)}`}
        </span>
        {isOwnFigure && <Entered />}
      </div>
    </section>
  );
}
