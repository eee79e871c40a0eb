import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { Modal } from 'antd';
import { formatDateTime, formatRupees } from '../../lib/format.ts';
import { useLast } from '../../lib/use-last.ts';
import { LedgerLines } from '../../ui/ledger-lines.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { calculatedBeside, filledFormula, formatQuantity, openValue, signedProfit, standingPrice } from './figures.ts';
import { Entered, Percent, Side, SignedRupees } from './profit.tsx';

/** Everything about one position: its figures, the formula with them filled in, and who entered what and when. */
export function PositionDetail({ position: asked, name, onClose }: { position: Position | undefined; name: string | undefined; onClose: () => void }) {
  const position = useLast(asked);
  if (!position) return null;
  const price = standingPrice(position);
  const formula = filledFormula(position);
  const beside = calculatedBeside(position);
  const wasChanged = position.updatedAt !== position.createdAt;
  return (
    <Modal
      open={asked !== undefined}
      onCancel={onClose}
      title={name ? `${position.symbol}, ${name}` : position.symbol}
      footer={null}
      width={496}
      destroyOnHidden
      closable={{ 'aria-label': 'Close' }}
    >
      <div className="tp-confirm">
        <div className="tp-card-line">
          <Side type={position.type} />
          <StateTag state={position.status ? 'active' : 'closed'} />
        </div>
        <LedgerLines
          lines={[
            { label: 'Quantity', value: formatQuantity(position.stockQuantity) },
            { label: 'Open price', value: formatRupees(position.openPrice) },
            { label: position.status ? 'Last price' : 'Close price', value: formatRupees(price) },
            { label: 'Value at open price', value: formatRupees(openValue(position)) },
            { label: 'Profit %', value: <Percent position={position} /> },
            { label: 'Profit', value: <SignedRupees amount={signedProfit(position)} />, total: true },
          ]}
        />
        {position.profitSource === 'manual' && <Entered beside={beside} />}
        <p className="tp-hint">
          {formula
            ? `${position.type === 'BUY' ? 'BUY: (close or last price − open price) × quantity' : 'SELL: (open price − close or last price) × quantity'}`
            : 'No price is known, so nothing is calculated.'}
          {formula && <span className="tp-formula">{formula}</span>}
        </p>
        {position.note && <p>Note: {position.note}</p>}
        <p className="tp-hint">
          Opened {formatDateTime(position.createdAt)}. {wasChanged ? `Last changed ${formatDateTime(position.updatedAt)}` : 'Entered'} by {position.by.name}.
        </p>
      </div>
    </Modal>
  );
}
