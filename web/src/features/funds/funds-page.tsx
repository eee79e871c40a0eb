import { PageHead } from '../../ui/page-head.tsx';

export default function FundsPage() {
  return <PageHead title="Available Margin" />;
}
