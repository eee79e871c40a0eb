import { Camera } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { useSavePhoto } from './api.ts';
import { photoKinds, photoProblem } from './photo-rules.ts';

/** The portrait with "Change photo". `children` stand beside it, above the button. */
export function ChangePhoto({ name, image, children }: { name: string; image: string | null; children: ReactNode }) {
  const file = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const save = useSavePhoto(setShare);
  const choose = (photo: File | undefined) => {
    if (!photo) return;
    save.reset();
    setShare(0);
    const problem = photoProblem(photo);
    setRefusal(problem);
    if (!problem) save.mutate(photo);
  };
  return (
    <>
      <Portrait name={name} image={image} size={84} />
      <div className="tp-profile-words">
        {children}
        <Button small icon={<Icon of={Camera} size={15} />} busy={save.isPending} busyLabel={`Sending... ${Math.round(share * 100)}%`} onClick={() => file.current?.click()}>
          Change photo
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept={photoKinds.join(',')}
          aria-label="Your photo"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // So that the same file can be chosen again after a failure.
            event.target.value = '';
          }}
        />
        <span className="tp-hint">JPEG, PNG or WebP, up to 5 MB.</span>
        {save.isPending && <progress className="tp-progress" value={share} max={1} aria-label="Photo sent" />}
      </div>
      {(refusal || save.isError || save.isSuccess) && (
        <div className="tp-profile-note">
          {refusal && <Banner kind="error">{refusal}</Banner>}
          {save.isError && (
            <ProblemBanner
              error={save.error}
              fallback="The photo could not be saved."
              onRetry={save.variables ? () => choose(save.variables) : undefined}
              onClose={() => save.reset()}
            />
          )}
          {save.isSuccess && <Banner kind="success" title="Saved." onClose={() => save.reset()} />}
        </div>
      )}
    </>
  );
}
