import { PageHead } from '../../ui/page-head.tsx';

export default function UserPage() {
  return <PageHead title="User" />;
}
