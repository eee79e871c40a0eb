import { Camera, Check, CircleX, FileText, Image, Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { formatSize, nameOfKind } from '../../lib/file-rules.ts';
import { useCoarsePointer, useTableWidth } from '../../lib/media.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { labels } from './answers.ts';
import type { ChosenFile } from './choose-file.ts';

interface Props {
  name: 'panimg' | 'aadharimg' | 'image';
  said: string;
  accept: string;
  camera: 'environment' | 'user';
  chosen: ChosenFile | undefined;
  error: string | undefined;
  busy: boolean;
  /** Without a file: remove it. */
  onFile: (file: File | undefined) => void;
}

/** One document: what is taken is said first, then the file with its preview, or why it was refused. */
export function DocumentCard({ name, said, accept, camera, chosen, error, busy, onFile }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const lens = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const handheld = useCoarsePointer();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !busy) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const remove = () => {
    if (picker.current) picker.current.value = '';
    onFile(undefined);
    picker.current?.focus();
  };
  const good = chosen && !error;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way for the pointer; the field inside is everybody's.
    <div
      className="tp-panel register-document"
      data-invalid={error ? true : undefined}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={name}>{labels[name]}</label>
      <span id={`${name}-hint`} className="tp-hint">
        {said}
      </span>
      <input
        ref={picker}
        id={name}
        name={name}
        type="file"
        accept={accept}
        className="tp-hidden register-file"
        aria-describedby={`${name}-hint ${name}-state`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => take(event.target.files)}
      />
      {handheld && (
        <input ref={lens} type="file" accept="image/*" capture={camera} className="tp-hidden" tabIndex={-1} aria-hidden="true" onChange={(event) => take(event.target.files)} />
      )}
      <Preview
        name={name}
        chosen={good ? chosen : undefined}
        refused={Boolean(chosen) && !good}
        onChoose={() => picker.current?.click()}
        onCamera={handheld ? () => lens.current?.click() : undefined}
      />
      <Outcome name={name} chosen={good ? chosen : undefined} error={error} />
      {chosen && (
        <div className="register-buttons">
          <Button small kind={good ? 'default' : 'primary'} onClick={() => picker.current?.click()}>
            {good ? 'Replace' : 'Choose another file'}
          </Button>
          <Button small kind="quiet" onClick={remove}>
            Remove<span className="tp-hidden"> {labels[name]}</span>
          </Button>
        </div>
      )}
    </div>
  );
}

interface PreviewProps {
  name: Props['name'];
  /** Undefined while there is none, or when it was refused. */
  chosen: ChosenFile | undefined;
  refused: boolean;
  onChoose: () => void;
  onCamera: (() => void) | undefined;
}

function Preview({ name, chosen, refused, onChoose, onCamera }: PreviewProps) {
  const wide = useTableWidth();
  if (chosen?.preview)
    return (
      <div className="register-preview">
        <img src={chosen.preview} alt={`Preview of ${chosen.file.name}`} />
      </div>
    );
  if (chosen || refused)
    return (
      <div className="register-preview">
        <Icon of={FileText} size={40} />
      </div>
    );
  return (
    <div className="register-preview" data-empty>
      <Icon of={name === 'image' ? Image : FileText} size={26} />
      {wide && <span>{name === 'image' ? 'Drop a photo here, or' : 'Drop a scan here, or'}</span>}
      <span className="register-buttons">
        <Button small kind="primary" tabIndex={-1} icon={<Icon of={Upload} size={15} />} onClick={onChoose}>
          Choose file
        </Button>
        {onCamera && (
          <Button small icon={<Icon of={Camera} size={15} />} onClick={onCamera}>
            Camera
          </Button>
        )}
      </span>
    </div>
  );
}

function Outcome({ name, chosen, error }: { name: Props['name']; chosen: ChosenFile | undefined; error: string | undefined }) {
  return (
    <div id={`${name}-state`} className="register-state" role="status">
      {error && (
        <span className="tp-error" id={`${name}-error`}>
          <Icon of={CircleX} size={15} />
          <span>{error}</span>
        </span>
      )}
      {chosen && (
        <>
          <span className="register-name">
            {chosen.file.name}
            <span className="tp-hint">
              {chosen.kind && nameOfKind(chosen.kind)}, {formatSize(chosen.file.size)}
            </span>
            {chosen.note && <span className="tp-hint">{chosen.note}</span>}
          </span>
          <span className="tp-tag" data-state="approved">
            <Icon of={Check} size={13} />
            Ready
          </span>
        </>
      )}
    </div>
  );
}
