import { PublicFrame } from '../../ui/public-frame.tsx';

export default function LoginPage() {
  return (
    <PublicFrame>
      <h1>Access Your Trading Account</h1>
    </PublicFrame>
  );
}
