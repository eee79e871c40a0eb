import { PageHead } from '../../ui/page-head.tsx';

export default function CreateUserPage() {
  return <PageHead title="Create User" />;
}
