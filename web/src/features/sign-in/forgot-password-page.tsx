import { PublicFrame } from '../../ui/public-frame.tsx';

export default function ForgotPasswordPage() {
  return (
    <PublicFrame>
      <h1>Forgot password?</h1>
    </PublicFrame>
  );
}
