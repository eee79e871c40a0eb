import { PageHead } from '../../ui/page-head.tsx';

export default function UserListPage() {
  return <PageHead title="User Management" />;
}
