import { PageHead } from '../../ui/page-head.tsx';

export default function QueuePage() {
  return <PageHead title="Withdrawals" />;
}
