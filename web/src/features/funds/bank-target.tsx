import type { BankDetails } from '@tradepost/proto/api/users/paths.ts';
import { Landmark } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { StateTag } from '../../ui/state-tag.tsx';

/** Where the money goes, in one line: `Sample Bank, account ending 4821`. */
export const targetInWords = (bank: BankDetails): string => `${bank.bankName}, account ending ${bank.accountNumber.slice(-4)}`;

/** The bank account a withdrawal goes to. */
export function BankTarget({ name, bank }: { name: string; bank: BankDetails }) {
  return (
    <div className="tp-target">
      <Icon of={Landmark} size={22} />
      <div>
        {targetInWords(bank)}
        <span className="tp-quiet-line">
          {name} · IFSC {bank.ifsc}
        </span>
      </div>
      <StateTag state="pending" word="Not yet verified" />
    </div>
  );
}
