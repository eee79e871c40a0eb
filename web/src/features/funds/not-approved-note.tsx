import { Banner } from '../../ui/banner.tsx';

/** Says why no money moves yet on an account that still waits. */
export function NotApprovedNote({ state }: { state: string | undefined }) {
  if (state !== 'pending') return null;
  return (
    <Banner kind="warn" title="Your account is not approved yet">
      You can look around; deposits and withdrawals open after approval.
    </Banner>
  );
}
