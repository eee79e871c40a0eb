import { PageHead } from '../../ui/page-head.tsx';

export default function ProfilePage() {
  return <PageHead title="Profile Settings" />;
}
