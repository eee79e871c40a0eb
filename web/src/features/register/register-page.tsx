import { PublicFrame } from '../../ui/public-frame.tsx';

export default function RegisterPage() {
  return (
    <PublicFrame>
      <h1>Create your trading account</h1>
    </PublicFrame>
  );
}
