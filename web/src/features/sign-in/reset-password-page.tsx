import { PublicFrame } from '../../ui/public-frame.tsx';

export default function ResetPasswordPage() {
  return (
    <PublicFrame>
      <h1>Set a new password</h1>
    </PublicFrame>
  );
}
