import { PageHead } from '../../ui/page-head.tsx';

export default function WithdrawPage() {
  return <PageHead title="Withdraw Funds" />;
}
