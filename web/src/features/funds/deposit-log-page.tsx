import { PageHead } from '../../ui/page-head.tsx';

export default function DepositLogPage() {
  return <PageHead title="Deposit Log" />;
}
