import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toCsv } from './listing.ts';

/** Saves exactly the rows that are shown. The mark at the beginning tells spreadsheets that the file is UTF-8. */
export function CsvButton({ rows }: { rows: readonly Position[] | undefined }) {
  const save = () => {
    const url = URL.createObjectURL(new Blob(['\ufeff', toCsv(rows ?? [])], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'positions.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <Button onClick={save} icon={<Icon of={Download} />}>
      CSV
    </Button>
  );
}
