import { Lock } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { chooseFile, releaseFile } from './choose-file.ts';
import { DocumentCard } from './document-card.tsx';
import type { Registration } from './use-registration.ts';

const papers = ['pdf', 'jpeg', 'png'] as const;
const photos = ['jpeg', 'png', 'webp'] as const;
const cards = [
  { name: 'panimg', kinds: papers, said: 'PDF, JPG, JPEG or PNG, up to 5 MB', accept: '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png', camera: 'environment' },
  { name: 'aadharimg', kinds: papers, said: 'PDF, JPG, JPEG or PNG, up to 5 MB', accept: '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png', camera: 'environment' },
  { name: 'image', kinds: photos, said: 'JPEG, PNG or WebP, up to 5 MB', accept: 'image/jpeg,image/png,image/webp', camera: 'user' },
] as const;

/** Step 3: two scans and a photo. Loaded when it is reached. */
export default function StepDocuments({ registration: { answers, errors, set, busy } }: { registration: Registration }) {
  const replace = async (card: (typeof cards)[number], file: File | undefined) => {
    releaseFile(answers[card.name]);
    set(card.name, file && (await chooseFile(file, card.kinds)));
  };
  return (
    <>
      <div className="register-documents">
        {cards.map((card) => (
          <DocumentCard
            key={card.name}
            {...card}
            chosen={answers[card.name]}
            error={answers[card.name]?.error ?? errors[card.name]}
            busy={busy}
            onFile={(file) => void replace(card, file)}
          />
        ))}
      </div>
      <p className="register-lock">
        <Icon of={Lock} />
        Documents are encrypted before they are stored. Only you and the administrator who checks your account can open them, and each opening is recorded.
      </p>
    </>
  );
}
