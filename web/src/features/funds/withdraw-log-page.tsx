import { PageHead } from '../../ui/page-head.tsx';

export default function WithdrawLogPage() {
  return <PageHead title="Withdrawal Log" />;
}
