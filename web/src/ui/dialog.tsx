import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTableWidth } from '../lib/media.ts';
import './dialog.css';

interface Props {
  open: boolean;
  title: string;
  /** In px; below 768 px the dialog is a sheet over the whole screen. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that shows or edits something. It closes by its cross and by Esc, not by a press beside it: what was typed is not lost by a slip. */
export function Dialog({ open, title, width, onClose, children }: Props) {
  const wide = useTableWidth();
  return (
    <Modal
      open={open}
      title={title}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      width={wide ? width : '100%'}
      footer={null}
      closable={{ 'aria-label': 'Close' }}
      wrapClassName="tp-dialog"
    >
      {children}
    </Modal>
  );
}
